import requests

response = requests.post(
    "http://127.0.0.1:8080/get_face_vec",
    headers={"x-user-id": "your-user-id"},
    params={"quality": "1"},
    json={
        "img": "https://images.example.com/ada.jpg",
    },
    timeout=60,
)
answer = response.json()
if not answer["success"]:
    raise SystemExit(f"{answer['code']}: {answer['message']}")
print(answer["data"])
