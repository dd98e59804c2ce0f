"""Requests, errors and retries against a scripted server."""

import socket
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

from facet_client import (
    FacetClient,
    FacetTimeoutError,
    InputError,
    MalformedResponseError,
    NetworkError,
    ServiceError,
)

from .scripted_server import ScriptedServer, error, match

SOON = {"Retry-After": "0"}


class Requests(unittest.TestCase):
    def test_uploads_bytes_and_files(self) -> None:
        with TemporaryDirectory() as folder, ScriptedServer(match()) as server:
            path = Path(folder, "photo.jpg")
            path.write_bytes(b"second image")
            result = FacetClient(server.url + "/", "somebody").match(
                b"first image", path, boxes=((1, 2, 3.5, 4), None), face_det=False
            )
        self.assertEqual((result.score, result.is_match, result.meta.model), (0.25, True, "some-model"))
        [(target, headers, body)] = server.requests
        self.assertEqual(target, "/match_faces?bboxes_1=1%2C2%2C3.500%2C4&face_det=0")
        self.assertEqual((headers["user_id"], headers["x-user-id"]), ("somebody", "somebody"))
        self.assertTrue(headers["Content-Type"].startswith("multipart/form-data; boundary="))
        self.assertIn(b'name="img_1"; filename="image"\r\n', body)
        self.assertIn(b"\r\n\r\nfirst image\r\n--", body)
        self.assertIn(b"\r\n\r\nsecond image\r\n--", body)
        self.assertNotIn(b"photo.jpg", body)

    def test_sends_urls_as_json(self) -> None:
        with ScriptedServer(match()) as server:
            FacetClient(server.url, "somebody").match("https://a.example/1.jpg", "https://a.example/2.jpg")
        [(_, headers, body)] = server.requests
        self.assertEqual(headers["Content-Type"], "application/json")
        self.assertEqual(body, b'{"img_1": "https://a.example/1.jpg", "img_2": "https://a.example/2.jpg"}')

    def test_rejects_what_it_cannot_send(self) -> None:
        client = FacetClient("http://127.0.0.1:9", "somebody")
        with self.assertRaisesRegex(InputError, "cannot be read"):
            client.vector("no-such-file.jpg")
        with self.assertRaisesRegex(InputError, "empty"):
            client.vector(b"")
        with self.assertRaisesRegex(InputError, "four numbers"):
            client.vector(b"image", box=(1, 2, 3, float("nan")))
        for base_url in ("127.0.0.1:8080", "ftp://a", "http://a:port", "http://a/?b"):
            with self.assertRaises(InputError):
                FacetClient(base_url, "somebody")
        with self.assertRaises(InputError):
            FacetClient("http://127.0.0.1:9", "some\r\nbody")

    def test_rejects_addresses_that_the_standard_library_cannot_connect_to(self) -> None:
        for host in ("a..b", ".a", f"{'a' * 64}.example", f"{'ä' * 64}.example"):
            with self.subTest(host), self.assertRaisesRegex(InputError, "invalid host name.*1 to 63 characters"):
                FacetClient(f"http://{host}", "somebody").vector(b"image")
        for base_url in ("http://a b", "http://a\x00b", "http://a/b c", "http://a/ä"):
            with self.subTest(base_url), self.assertRaisesRegex(InputError, "characters"):
                FacetClient(base_url, "somebody").vector(b"image")
        with self.assertRaisesRegex(InputError, "not a valid address"):
            FacetClient("http://[::1", "somebody")

    def test_takes_host_names_of_every_kind(self) -> None:
        for host in ("localhost", "[::1]:8080", "a.example.", "münchen.example", f"{'a' * 63}.example"):
            with self.subTest(host):
                FacetClient(f"https://{host}/facet/", "somebody")


class Retries(unittest.TestCase):
    def test_repeats_what_was_rejected_for_now(self) -> None:
        with ScriptedServer(error(503, "5003", SOON), error(429, "4291", SOON), match()) as server:
            result = FacetClient(server.url, "somebody").match(b"1", b"2")
        self.assertTrue(result.is_match)
        self.assertEqual(len(server.requests), 3)

    def test_does_not_repeat_what_may_have_been_counted_or_cannot_succeed(self) -> None:
        for response in (error(429, "4292", SOON), error(503, "5003"), error(504, "5004"), error(422, "3001")):
            with self.subTest(response), ScriptedServer(response) as server:
                with self.assertRaises(ServiceError):
                    FacetClient(server.url, "somebody").match(b"1", b"2")
                self.assertEqual(len(server.requests), 1)

    def test_does_not_wait_longer_than_allowed(self) -> None:
        with ScriptedServer(error(429, "4291", {"Retry-After": "3600"})) as server:
            with self.assertRaises(ServiceError) as caught:
                FacetClient(server.url, "somebody").match(b"1", b"2")
        self.assertEqual(caught.exception.retry_after, 3600)
        self.assertEqual(len(server.requests), 1)

    def test_stops_after_the_last_retry(self) -> None:
        with ScriptedServer(error(503, "5003", SOON)) as server:
            with self.assertRaises(ServiceError):
                FacetClient(server.url, "somebody", retries=2).match(b"1", b"2")
        self.assertEqual(len(server.requests), 3)


class Failures(unittest.TestCase):
    def test_has_the_message_of_the_service_and_advice(self) -> None:
        with ScriptedServer(error(422, "3001", {"X-Request-Id": "abc"})) as server:
            with self.assertRaises(ServiceError) as caught:
                FacetClient(server.url, "somebody").vector(b"1")
        failure = caught.exception
        self.assertEqual((failure.code, failure.http_status, failure.request_id), ("3001", 422, "abc"))
        self.assertEqual(failure.data, {"field": "img"})
        self.assertIn("shows a face", failure.advice)
        self.assertEqual(str(failure), "3001: Not now.")

    def test_ends_at_the_timeout(self) -> None:
        with ScriptedServer(None) as server:
            with self.assertRaises(FacetTimeoutError):
                FacetClient(server.url, "somebody", timeout=0.3).vector(b"1")
        self.assertEqual(len(server.requests), 1)

    def test_says_that_nothing_was_sent(self) -> None:
        with socket.socket() as unused:
            # Bound but not listening: every connection is refused.
            unused.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{unused.getsockname()[1]}"
            with self.assertRaises(NetworkError) as caught:
                FacetClient(url, "somebody", retries=0).vector(b"1")
        self.assertTrue(caught.exception.never_sent)

    def test_rejects_a_response_of_something_else(self) -> None:
        nothing = b'{"code": "1000", "message": "", "data": {}}'
        for content in (b"<html>", b"[]", b'{"code": 1}', nothing):
            with self.subTest(content), ScriptedServer((200, {}, content)) as server:
                with self.assertRaises(MalformedResponseError):
                    FacetClient(server.url, "somebody").match(b"1", b"2")
