using var client = new HttpClient { Timeout = TimeSpan.FromMinutes(1) };
client.DefaultRequestHeaders.Add("x-user-id", "your-api-key");
using var body = new MultipartFormDataContent();
body.Add(new ByteArrayContent(File.ReadAllBytes("ada.jpg")), "img_1", "photo");
body.Add(new ByteArrayContent(File.ReadAllBytes("visitor.jpg")), "img_2", "photo");
using var response = await client.PostAsync("http://127.0.0.1:8080/match_faces", body);
Console.WriteLine(await response.Content.ReadAsStringAsync());
return response.IsSuccessStatusCode ? 0 : 1;
