import requests

response = requests.post(
    "http://127.0.0.1:8080/match_faces",
    headers={"x-user-id": "your-user-id"},
    files={
        "img_1": open("ada.jpg", "rb"),
        "img_2": open("visitor.jpg", "rb"),
    },
    timeout=60,
)
answer = response.json()
if not answer["success"]:
    raise SystemExit(f"{answer['code']}: {answer['message']}")
print(answer["data"])
