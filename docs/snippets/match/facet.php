<?php
$curl = curl_init('http://127.0.0.1:8080/match_faces');
curl_setopt_array($curl, [
    CURLOPT_HTTPHEADER => ['x-user-id: your-api-key'],
    CURLOPT_POSTFIELDS => [
        'img_1' => new CURLFile('ada.jpg'),
        'img_2' => new CURLFile('visitor.jpg'),
    ],
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
