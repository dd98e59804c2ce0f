import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

public class Facet {
  public static void main(String[] args) throws Exception {
    var boundary = UUID.randomUUID().toString();
    var body = new ByteArrayOutputStream();
    String[][] photos = {
      {"img_1", "ada.jpg"},
      {"img_2", "visitor.jpg"},
    };
    for (var photo : photos) {
      var head = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + photo[0]
          + "\"; filename=\"photo\"\r\n\r\n";
      body.write(head.getBytes());
      body.write(Files.readAllBytes(Path.of(photo[1])));
      body.write("\r\n".getBytes());
    }
    body.write(("--" + boundary + "--\r\n").getBytes());
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:8080/match_faces"))
        .timeout(Duration.ofMinutes(1))
        .header("x-user-id", "your-api-key")
        .header("Content-Type", "multipart/form-data; boundary=" + boundary)
        .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()))
        .build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.body());
    if (response.statusCode() != 200) System.exit(1);
  }
}
