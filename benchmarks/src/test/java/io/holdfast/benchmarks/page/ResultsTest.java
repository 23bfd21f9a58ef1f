package io.holdfast.benchmarks.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultsTest {

  @Test
  void read_rowMeasuredTwice_isTheNewerOneWhateverTheOrder() throws IOException {
    Path older = Samples.file(Samples.OLDER_TABLE);
    Path newer = Samples.file(Samples.TABLE);

    for (List<Path> files : List.of(List.of(older, newer), List.of(newer, older))) {
      Results results = Results.read(files);

      assertThat(results.rows()).extracting(TableRow::id).containsExactly("4a", "6", "8a", "10a");
      assertThat(results.rows())
          .extracting(row -> row.origin().file())
          .containsExactly(Samples.TABLE, Samples.TABLE, Samples.TABLE, Samples.OLDER_TABLE);
    }
  }

  @Test
  void find_byKindAndQuantity_isThatSeries() throws IOException {
    Results results = Samples.all();

    assertThat(results.find("sweep", "threads")).isPresent();
    assertThat(results.find("cost", "holds")).isPresent();
    assertThat(results.find("sweep", "holds")).isEmpty();
    assertThat(results.origins().get(4).file()).isEqualTo(Samples.OLDER_TABLE);
  }

  @Test
  void files_ofNoDirectory_areNone() throws IOException {
    assertThat(Results.files(Path.of("no", "such", "directory"))).isEmpty();
  }
}
