"""Collections against a scripted server, and against a real one where the environment names it."""

import os
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path
from tempfile import TemporaryDirectory

from facet_client import (
    EnrolmentError,
    FacetClient,
    Gallery,
    InputError,
    MalformedResponseError,
    NotFoundError,
    ServiceError,
)

from .scripted_server import ScriptedServer, error

URL = os.environ.get("FACET_URL")


class Requests(unittest.TestCase):
    def test_ids_that_would_be_another_path_are_not_sent(self) -> None:
        collections = FacetClient("http://127.0.0.1:9", "somebody").collections
        for wrong in ("", ".", "..", "a/b", "a b", "ä", "a\n", "a" * 65):
            with self.subTest(wrong), self.assertRaises(InputError):
                collections.verify("office", wrong, b"image")
            with self.subTest(wrong), self.assertRaises(InputError):
                collections.export(wrong)

    def test_errors_and_responses_of_something_else(self) -> None:
        with ScriptedServer(error(404, "4044")) as server, self.assertRaises(NotFoundError) as caught:
            FacetClient(server.url, "somebody").collections.verify("office", "ada", b"image")
        self.assertEqual((caught.exception.kind, caught.exception.code), ("not-found", "4044"))
        with ScriptedServer((200, {}, b'{"code": "1000", "message": "", "data": {"verified": 1}}')) as server:
            with self.assertRaises(MalformedResponseError):
                FacetClient(server.url, "somebody").collections.verify("office", "ada", b"image")

    def test_a_moment_needs_a_time_zone(self) -> None:
        with self.assertRaisesRegex(InputError, "time zone"):
            FacetClient("http://127.0.0.1:9", "somebody").collections.put_person(
                "office", "ada", expires_at=datetime(2030, 1, 1)
            )


@unittest.skipIf(URL is None, "FACET_URL, FACET_API_KEY and FACET_PHOTOS name no service")
class Service(unittest.TestCase):
    """sample1.jpg and sample3.jpg show three women each, of whom one is in both."""

    def test_people_from_enrolment_to_deletion(self) -> None:
        client = FacetClient(URL or "", os.environ["FACET_API_KEY"])
        folder = Path(os.environ["FACET_PHOTOS"])
        first, second = folder / "sample1.jpg", folder / "sample3.jpg"
        people = client.collections
        self.assertEqual(people.create("python").faces, 0)
        with self.assertRaises(EnrolmentError):
            people.enrol("python", "group", first)
        for n, face in enumerate(client.attributes(first).faces):
            enrolled = people.enrol("python", f"woman-{n}", client.vector(first, box=face.box))
            self.assertTrue(enrolled.is_new)
        found = people.search("python", second, all=True)
        names = [[match.person for match in face.matches] for face in found.faces]
        self.assertEqual(names, [[], ["woman-2"], []])
        self.assertEqual([face.is_identified for face in found.faces], [False, True, False])
        again = people.enrol_each("python", "woman-2", [second, b"no photo"], quality=False)
        self.assertNotIsInstance(again[0], ServiceError)
        self.assertIsInstance(again[1], ServiceError)

        until = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(hours=1)
        changed = people.put_person("python", "woman-1", display_name="Grace", metadata={"room": 12}, expires_at=until)
        self.assertEqual((changed.metadata, changed.expires_at), ({"room": 12}, until))
        kept = people.put_person("python", "woman-1", expires_at=None)
        self.assertEqual((kept.display_name, kept.expires_at), ("Grace", None))
        self.assertEqual([person.id for person in people.people("python")], ["woman-0", "woman-1", "woman-2"])
        page = people.list_people("python", prefix="woman", limit=1)
        self.assertEqual(([person.id for person in page.people], page.next), (["woman-0"], "woman-0"))

        content = people.export("python")
        with TemporaryDirectory() as folder_of_export:
            path = Path(folder_of_export, "people.facet")
            path.write_bytes(content)
            self.assertIn("woman-1", list(Gallery.load(path)))
        people.create("python-copy")
        imported = people.import_gallery("python-copy", content)
        self.assertEqual((imported.people, imported.faces), (3, 4))
        self.assertEqual(people.delete("python-copy").faces, 4)

        [*_, face_id] = [face.id for face in people.get_person("python", "woman-2").faces]
        self.assertEqual(people.get_face("python", "woman-2", face_id).id, face_id)
        people.move_face("python", "woman-2", face_id, "somebody")
        self.assertTrue(people.verify("python", "somebody", second).is_verified)
        self.assertEqual(people.merge_people("python", "woman-2", "somebody"), 1)
        people.delete_face("python", "woman-2", face_id)
        self.assertEqual(people.delete_person("python", "woman-2"), 1)
        with self.assertRaises(NotFoundError):
            people.get_person("python", "woman-2")
        self.assertEqual([one.id for one in people.list().collections], ["python"])
        people.delete("python")
