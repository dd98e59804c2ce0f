<?php
$curl = curl_init('http://127.0.0.1:8080/get_face_vec?quality=1');
curl_setopt_array($curl, [
    CURLOPT_HTTPHEADER => ['x-user-id: your-api-key', 'content-type: application/json'],
    CURLOPT_POSTFIELDS => json_encode([
        'img' => 'https://images.example.com/ada.jpg',
    ]),
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 60,
]);
$response = curl_exec($curl);
if ($response === false) {
    fwrite(STDERR, curl_error($curl) . "\n");
    exit(1);
}
echo $response, "\n";
exit(curl_getinfo($curl, CURLINFO_RESPONSE_CODE) === 200 ? 0 : 1);
