import requests

response = requests.post(
    "http://127.0.0.1:8080/get_face_vec",
    headers={"x-user-id": "your-api-key"},
    params={"quality": "1"},
    json={
        "img": "https://images.example.com/ada.jpg",
    },
    timeout=60,
)
result = response.json()
if not result["success"]:
    raise SystemExit(f"{result['code']}: {result['message']}")
print(result["data"])
