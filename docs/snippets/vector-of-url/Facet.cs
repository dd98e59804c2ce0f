using System.Net.Http.Json;

using var client = new HttpClient { Timeout = TimeSpan.FromMinutes(1) };
client.DefaultRequestHeaders.Add("x-user-id", "your-api-key");
using var body = JsonContent.Create(new Dictionary<string, string>
{
    ["img"] = "https://images.example.com/ada.jpg",
});
using var response = await client.PostAsync("http://127.0.0.1:8080/get_face_vec?quality=1", body);
Console.WriteLine(await response.Content.ReadAsStringAsync());
return response.IsSuccessStatusCode ? 0 : 1;
