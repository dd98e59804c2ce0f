package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

func main() {
	body, err := json.Marshal(map[string]string{
		"img": "https://images.example.com/ada.jpg",
	})
	check(err)

	request, err := http.NewRequest("POST", "http://127.0.0.1:8080/get_face_vec?quality=1", bytes.NewReader(body))
	check(err)
	request.Header.Set("x-user-id", "your-api-key")
	request.Header.Set("Content-Type", "application/json")
	client := http.Client{Timeout: time.Minute}
	response, err := client.Do(request)
	check(err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	check(err)
	fmt.Println(string(text))
	if response.StatusCode != http.StatusOK {
		os.Exit(1)
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
