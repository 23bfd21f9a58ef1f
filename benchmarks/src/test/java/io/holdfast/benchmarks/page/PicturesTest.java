package io.holdfast.benchmarks.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class PicturesTest {

  private static final int LIMIT = 60_000;

  @ParameterizedTest
  @EnumSource(Theme.class)
  void svg_ofAllPictures_isWellFormedSmallAndTheSameAgain(Theme theme) throws Exception {
    List<Picture> pictures = Page.of(Samples.all()).pictures();

    assertThat(pictures)
        .extracting(Picture::name)
        .containsExactly(
            "bars-turns",
            "bars-others",
            "sweep-threads-turns-per-second",
            "sweep-latency",
            "cost-holds");
    for (Picture picture : pictures) {
      String svg = picture.svg().apply(theme);
      Document document = parse(svg);
      assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
      assertThat(document.getDocumentElement().getAttribute("viewBox")).isNotEmpty();
      assertThat(texts(document, "title")).containsExactly(picture.alt());
      assertThat(svg).hasSizeLessThan(LIMIT).isEqualTo(picture.svg().apply(theme));
    }
  }

  @Test
  void svg_ofASweep_hasALineAndABandAndALegendOfEverySubject() throws Exception {
    Picture picture = drawn("sweep", "threads", Samples.SWEEP).get(0);

    for (Theme theme : Theme.values()) {
      String svg = picture.svg().apply(theme);
      assertThat(texts(parse(svg), "text"))
          .contains("Holdfast", "Redisson", "java.util.concurrent", "etcd lock")
          .contains(
              "2 cores, a test; 2026-03-02, commit 0123456789; medians and ranges of 3 rounds of 1 s")
          .contains("One lock, 1 JVM: turns/s", "threads", "turns/s", "1", "8", "1 M");
      for (Look look : Look.of(List.of("HOLDFAST", "REDISSON", "JUC", "ETCD_LOCK"))) {
        String colour = rgb(look.colour(theme));
        assertThat(svg).contains("stroke=\"%s\"".formatted(colour));
        assertThat(svg)
            .contains("fill=\"%s\" stroke-width=\"1\" fill-opacity=\"0.2\"".formatted(colour));
      }
    }
  }

  @Test
  void svg_ofBothThemes_differsInColoursOnly() throws IOException {
    Picture picture = drawn("sweep", "threads", Samples.SWEEP).get(0);

    String light = picture.svg().apply(Theme.LIGHT);
    String dark = picture.svg().apply(Theme.DARK);

    assertThat(light).isNotEqualTo(dark);
    assertThat(light.replaceAll("#[0-9a-f]{6}|rgb\\([\\d,]+\\)", ""))
        .isEqualTo(dark.replaceAll("#[0-9a-f]{6}|rgb\\([\\d,]+\\)", ""));
  }

  @Test
  void svg_ofACost_hasAPanelForWhatWasMeasured() throws Exception {
    Picture picture = drawn("cost", "holds", Samples.COST).get(0);

    assertThat(texts(parse(picture.svg().apply(Theme.DARK)), "text"))
        .contains(
            "Idle holds of one client",
            "processor time of the client, % of a core",
            "script calls a second",
            "heap of each, bytes")
        .doesNotContain("connections of the client");
  }

  @Test
  void svg_ofWaits_hasThePercentilesThatWereMeasured() throws Exception {
    Picture picture = drawn("sweep", "latency", Samples.LATENCY).get(0);

    assertThat(texts(parse(picture.svg().apply(Theme.LIGHT)), "text"))
        .contains("50", "99", "99.9", "max", "percentile", "ms")
        .doesNotContain("99.99");
  }

  @Test
  void svg_ofTheBars_hasALabelForEveryLine() throws Exception {
    Picture picture = new Bars(Samples.all().rows()).pictures().get(0);

    assertThat(texts(parse(picture.svg().apply(Theme.LIGHT)), "text"))
        .contains(
            "4a · one lock, 1 × 8",
            "6 · one lock, 2 × 1",
            "10a · one fair lock, 1 × 8",
            "holds",
            "does not hold")
        .doesNotContain("holds within the interval");
  }

  @Test
  void html_ofAPicture_letsTheReadersThemeDecide() {
    assertThat(new Picture("a-b", "1 < 2 & \"3\"", theme -> "").html("plots"))
        .isEqualTo(
            """
            <picture>
              <source media="(prefers-color-scheme: dark)" srcset="plots/a-b-dark.svg">
              <img alt="1 &lt; 2 &amp; &quot;3&quot;" src="plots/a-b-light.svg">
            </picture>
            """);
  }

  private static List<Picture> drawn(String kind, String over, String file) throws IOException {
    return new Drawing(Samples.chapter(kind, over), Samples.numbers(file)).pictures();
  }

  private static Document parse(String svg)
      throws ParserConfigurationException, SAXException, IOException {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static List<String> texts(Document document, String tag) {
    NodeList nodes = document.getElementsByTagName(tag);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent());
    }
    return texts;
  }

  private static String rgb(String hex) {
    int colour = Integer.parseInt(hex.substring(1), 16);
    return String.format(
        Locale.ROOT, "rgb(%d,%d,%d)", colour >> 16, colour >> 8 & 0xff, colour & 0xff);
  }
}
