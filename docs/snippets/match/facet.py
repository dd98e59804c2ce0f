import requests

response = requests.post(
    "http://127.0.0.1:8080/match_faces",
    headers={"x-user-id": "your-api-key"},
    files={
        "img_1": open("ada.jpg", "rb"),
        "img_2": open("visitor.jpg", "rb"),
    },
    timeout=60,
)
result = response.json()
if not result["success"]:
    raise SystemExit(f"{result['code']}: {result['message']}")
print(result["data"])
