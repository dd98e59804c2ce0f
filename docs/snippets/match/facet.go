package main

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"time"
)

func main() {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for field, name := range map[string]string{
		"img_1": "ada.jpg",
		"img_2": "visitor.jpg",
	} {
		photo, err := os.ReadFile(name)
		check(err)
		part, err := form.CreateFormFile(field, "photo")
		check(err)
		_, err = part.Write(photo)
		check(err)
	}
	check(form.Close())

	request, err := http.NewRequest("POST", "http://127.0.0.1:8080/match_faces", &body)
	check(err)
	request.Header.Set("x-user-id", "your-api-key")
	request.Header.Set("Content-Type", form.FormDataContentType())
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
