import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

public class Facet {
  public static void main(String[] args) throws Exception {
    String body = ""
        + "{\"img\":" + "\"https://images.example.com/ada.jpg\""
        + "}";
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:8080/get_face_vec?quality=1"))
        .timeout(Duration.ofMinutes(1))
        .header("x-user-id", "your-api-key")
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.body());
    if (response.statusCode() != 200) System.exit(1);
  }
}
