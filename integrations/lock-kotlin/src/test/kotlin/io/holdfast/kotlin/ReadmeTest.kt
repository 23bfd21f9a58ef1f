package io.holdfast.kotlin

import io.holdfast.lock.testkit.local.LocalLocks
import java.nio.file.Files
import java.nio.file.Path
import kotlinx.coroutines.test.runTest
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class ReadmeTest {

  /** From wherever the tests run: in their module, or together with those of others. */
  private val module: Path =
    generateSequence(Path.of("").toAbsolutePath()) { it.parent }
      .map { it.resolve("integrations/lock-kotlin") }
      .first { Files.isDirectory(it) }

  @Test
  fun sample_ofTheReadme_isTheOneThatIsCompiledHere() {
    val readme = Files.readString(module.resolve("README.md"))
    val source =
      Files.readString(module.resolve("src/test/kotlin/io/holdfast/kotlin/ReadmeSample.kt"))

    val shown = readme.substringAfter("```kotlin\n").substringBefore("```")
    val compiled = source.substringAfter("// README begins\n").substringBefore("  // README ends")

    assertThat(shown.trimIndent()).contains("withHold").isEqualTo(compiled.trimIndent())
    assertThat(readme.split("```kotlin")).`as`("README around its samples").hasSize(2)
  }

  @Test
  fun sample_ofTheReadme_runs() = runTest {
    LocalLocks.create().use { locks ->
      val sample = ReadmeSample(locks) { _, token -> ReadmeSample.Receipt(token) }

      assertThat(sample.charge(ReadmeSample.Order(42)).token).isPositive()
    }
  }
}
