"""Every option of the calls, what they send, and what comes back."""

import asyncio
import inspect
import json
import unittest
from typing import Any, AsyncIterator, Dict, Iterator, List, Optional, Tuple
from urllib.parse import parse_qs, urlsplit

from facet_client import (
    AsyncCollections,
    AsyncFacetClient,
    CollectionPerson,
    Collections,
    EnrolmentError,
    FacetClient,
    InputError,
    MalformedResponseError,
    NoFaceError,
    QualityError,
    ServiceError,
    StoredVector,
)

from .scripted_server import Prepared, ScriptedServer, ok

VECTOR = [0.1] * 128
FACE: Dict[str, Any] = {
    "age": "20-40",
    "face_rectangle": [1, 2, 30, 40],
    "gender": "female",
    "gender_confidence": 0.9,
    "landmarks": {"faceLandMark": {"chin": {"x": 5, "y": 6}}},
}
EXTRAS: Dict[str, Any] = {
    "confidence": 0.99,
    "age_years": 31,
    "pose": {"yaw": 1.5, "pitch": 0, "roll": -2},
    "quality": {
        "score": 0.8,
        "sharpness": 0.5,
        "illumination": 120,
        "evenness": 0.7,
        "size": [29, 38],
        "failed": [{"attribute": "Pose", "error": "Incorrect Pose", "value": 60, "threshold": 50}],
    },
    "expression": {
        "smile": 0.2,
        "mouth_opening": 0.05,
        "left_eye_opening": 0.3,
        "right_eye_opening": 0.3,
        "blendshapes": {"jawOpen": 0.1},
    },
    "vector": VECTOR,
}
DETAILS: Dict[str, Any] = {"distance": 0.25, "threshold": 0.5, "similarity": 80, "false_match_rate": 1e-6}


def faces(*entries: Dict[str, Any]) -> Dict[str, Any]:
    return {"attributes": {"image_size": [480, 640], **{f"face_id_{n}": entry for n, entry in enumerate(entries)}}}


def query_of(server: ScriptedServer, n: int = 0) -> Dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(server.requests[n][0]).query).items()}


class Options(unittest.TestCase):
    def test_attributes(self) -> None:
        with ScriptedServer(ok(faces({**FACE, **EXTRAS}, FACE), {"X-Quota-Limit": "9", "X-Quota-Remaining": "8"})) as server:
            result = FacetClient(server.url, "somebody").attributes(
                b"1", max_faces=2, min_face_size=30, return_attributes=["pose", "vector"], boxes=[(1, 2, 3, 4)] * 2
            )
        self.assertEqual(
            query_of(server),
            {"max_faces": "2", "min_face_size": "30", "return_attributes": "pose,vector", "bboxes": "1,2,3,4&1,2,3,4"},
        )
        face, plain = result.faces
        assert face.pose and face.quality and face.expression and face.vector
        self.assertEqual((face.id, face.age_years, face.pose.yaw, face.expression.mouth_opening), ("face_id_0", 31, 1.5, 0.05))
        self.assertEqual((face.quality.failed[0].error, face.quality.size, len(face.vector)), ("Incorrect Pose", (29, 38), 128))
        self.assertEqual((plain.pose, plain.vector, result.image_size.width), (None, None, 640))
        assert result.meta.quota
        self.assertEqual((result.meta.quota.remaining, result.meta.attempts), (8, 1))

    def test_rejects_attributes_that_are_not_as_documented(self) -> None:
        quality: Dict[str, Any] = {**EXTRAS["quality"], "failed": {}}
        wrong: Dict[str, Any] = {"pose": {}, "vector": ["x"], "age_years": "old", "quality": quality}
        for name, value in wrong.items():
            with self.subTest(name), ScriptedServer(ok(faces({**FACE, name: value}))) as server:
                with self.assertRaises(MalformedResponseError):
                    FacetClient(server.url, "somebody").attributes(b"1")

    def test_match_with_a_stored_vector(self) -> None:
        face: Dict[str, Any] = {"score": "0.25", "status": "match", "face_rectangle": [1, 2, 3, 4], "details": DETAILS}
        data: Dict[str, Any] = {"score": "0.25", "status": "match", "details": {**DETAILS, "face_rectangle_2": [1, 2, 3, 4]}, "faces": [face]}
        with ScriptedServer(ok(data)) as server:
            client = FacetClient(server.url, "somebody")
            result = client.match(StoredVector(VECTOR, "some-model"), b"2", details=True, all=True)
            with self.assertRaises(InputError):
                client.match(StoredVector(VECTOR, "one"), StoredVector(VECTOR, "other"))
            with self.assertRaises(InputError):
                client.match(StoredVector(VECTOR[:5]), b"2")
        self.assertEqual(query_of(server), {"details": "1", "all": "1"})
        _, headers, body = server.requests[0]
        self.assertEqual(headers["X-Facet-Model"], "some-model")
        self.assertIn(b'name="vec_1"', body)
        assert result.details and result.faces
        self.assertEqual(result.details.boxes, (None, (1, 2, 3, 4)))
        self.assertEqual((result.faces[0].box, result.faces[0].details), ((1, 2, 3, 4), result.faces[0].details))

    def test_quality_levels_and_their_errors(self) -> None:
        failed = {"attribute": "Pose", "error": "Incorrect Pose", "value": 60, "threshold": 50}
        rule = {"rule": "yaw", "value": 40, "bound": "most", "threshold": 15, "advice": "Look ahead."}
        body = {"status": "error", "success": False, "message": "No."}
        cases: List[Tuple[str, Dict[str, Any]]] = [
            ("3103", {"failed": [failed]}),
            ("3104", {"failed": [rule]}),
            ("3001", {"field": "img"}),
        ]
        responses: List[Prepared] = [
            (422, {}, json.dumps({**body, "code": code, "data": data}).encode())
            for code, data in cases
        ]
        with ScriptedServer(*responses) as server:
            client = FacetClient(server.url, "somebody")
            with self.assertRaises(QualityError) as quality:
                client.vector(b"1", quality=True)
            with self.assertRaises(EnrolmentError) as enrolment:
                client.vector(b"1", quality="enrolment")
            with self.assertRaises(NoFaceError) as nobody:
                client.vector(b"1")
        self.assertEqual([query_of(server, n).get("quality") for n in range(3)], ["1", "2", None])
        self.assertEqual((quality.exception.failed[0].value, quality.exception.kind), (60, "quality"))
        self.assertEqual((enrolment.exception.failed[0].rule, nobody.exception.field), ("yaw", "img"))

    def test_redact(self) -> None:
        with ScriptedServer((200, {"Content-Type": "image/png", "X-Facet-Faces": "2"}, b"picture")) as server:
            result = FacetClient(server.url, "somebody").redact(b"1", style="box", boxes=[(1, 2, 3, 4)])
        self.assertEqual((result.image, result.type, result.faces), (b"picture", "image/png", 2))
        self.assertEqual(query_of(server), {"style": "box", "shape": "rectangle", "bboxes": "1,2,3,4"})

    def test_batches(self) -> None:
        one = {"status": "ok", "code": "1000", "success": True, "message": "", "data": {"vector": VECTOR}}
        other = {"status": "error", "code": "3001", "success": False, "message": "No face.", "data": {}}
        with ScriptedServer(ok({"results": [one, other]})) as server:
            client = FacetClient(server.url, "somebody")
            first, second = client.vector_of_each([b"one", "https://a.example/2.jpg"])
            with self.assertRaises(InputError):
                client.attributes_of_each([])
        self.assertEqual(json.loads(server.requests[0][2]), {"img": ["b25l", "https://a.example/2.jpg"]})
        assert not isinstance(first, ServiceError)
        self.assertEqual((len(first.vector), first.model), (128, "some-model"))
        self.assertIsInstance(second, NoFaceError)


class Async(unittest.TestCase):
    def test_makes_calls_at_the_same_time(self) -> None:
        async def calls(url: str) -> int:
            async with AsyncFacetClient(url, "somebody") as client:
                results = await asyncio.gather(*(client.attributes(b"1", max_faces=1) for _ in range(5)))
            return sum(len(result.faces) for result in results)

        with ScriptedServer(ok(faces(FACE))) as server:
            self.assertEqual(asyncio.run(calls(server.url)), 5)
        self.assertEqual(len(server.requests), 5)

    def test_has_the_methods_and_parameters_of_the_client(self) -> None:
        def surface(kind: type) -> Dict[str, Any]:
            public = inspect.getmembers(kind, inspect.isfunction)
            return {name: inspect.signature(method) for name, method in public if not name.startswith("_")}

        own = surface(AsyncFacetClient)
        del own["close"]
        self.assertEqual(own, surface(FacetClient))
        of_collections = surface(AsyncCollections)
        people = of_collections["people"]
        self.assertEqual(people.return_annotation, AsyncIterator[CollectionPerson])
        of_collections["people"] = people.replace(return_annotation=Iterator[CollectionPerson])
        self.assertEqual(of_collections, surface(Collections))

    def test_reads_people_page_by_page(self) -> None:
        def page(person: str, following: Optional[str]) -> Prepared:
            entry = {
                "person": person,
                "display_name": None,
                "metadata": None,
                "consent": None,
                "expires_at": None,
                "faces": 1,
                "created_at": "2026-11-17T10:00:00.000Z",
            }
            return ok({"people": [entry], "next": following})

        async def ids(url: str) -> List[str]:
            async with AsyncFacetClient(url, "somebody") as client:
                return [person.id async for person in client.collections.people("office")]

        with ScriptedServer(page("ada", "ada"), page("grace", None)) as server:
            self.assertEqual(asyncio.run(ids(server.url)), ["ada", "grace"])
        self.assertIn("after=ada", server.requests[1][0])
