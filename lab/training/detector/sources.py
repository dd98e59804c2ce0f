"""Where the training photos come from: public repositories, which of their files, and what is known of the licence."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    name: str
    repository: str  # owner/name on GitHub
    commit: str
    pattern: str  # a regular expression over paths in the repository
    every: int  # take every n-th matching file
    licence: str  # as far as it is stated


SOURCES = [
    Source(
        "widerperson",
        "SMSajadi99/Custom-Data-YOLOv8-Person-Detection",
        "6409320d8cd8cf8ca191257abf1ea3f544ba5487",
        r"^images/(train|test|valid)/\d{6}\.jpg$",
        2,
        "WiderPerson by inference; terms believed to be research only (unconfirmed)",
    ),
    Source(
        "unsplash",
        "SMSajadi99/Custom-Data-YOLOv8-Person-Detection",
        "6409320d8cd8cf8ca191257abf1ea3f544ba5487",
        r"unsplash_jpg\.rf\..*\.jpg$",
        2,
        "Unsplash licence by file name",
    ),
    Source(
        "scuthead-b",
        "alexanderbaranof/test-for-image",
        "1519afa835c828e4adab100f0507e5dace8f4ff2",
        r"^JPEGImages/PartB_\d+\.jpg$",
        1,
        "SCUT-HEAD part B; none stated",
    ),
    Source(
        "scuthead-a",
        "alexanderbaranof/test-for-image",
        "1519afa835c828e4adab100f0507e5dace8f4ff2",
        r"^JPEGImages/PartA_\d+\.jpg$",
        3,
        "SCUT-HEAD part A; none stated",
    ),
    Source(
        "flickr8k",
        "tnagire1/flickr8k_dataset",
        "96af7783addda138e1f739f24b20fb3bb8619a34",
        r"\.jpg$",
        3,
        "repository: Unlicense; photos remain their Flickr authors'",
    ),
    Source(
        "medical-masks",
        "Obiot24/dataset_facemask4",
        "313d64fac74ad93082198dff1a311e3834649b34",
        r"^images/\d+\.jpg$",
        2,
        "Humans in the Loop medical masks; believed CC0 (unconfirmed)",
    ),
    Source(
        "facemask853",
        "marellanoc/MaskON",
        "b6c6b2dad140533cad8589257de6991b87034102",
        r"^archive/images/maksssksksss\d+\.jpg$",
        1,
        "Kaggle Face Mask Detection, CC0",
    ),
    Source(
        "safety-helmets",
        "heart6622/yolo-heart-hat",
        "60dee6d0e9baca83d41e708fbccef94bdeb019c7",
        r"^VOCdevkit/VOC2007/JPEGImages/(part\d+_)?\d+\.jpg$",
        2,
        "SHWD; repository MIT, photos collected from the web",
    ),
    Source(
        "coco300",
        "AiLvv/data",
        "a90c166ad7e9c6338fd1919186d3e8a67ab60acb",
        r"^coco/val2017/\d+\.jpg$",
        55,
        "COCO: CC licences of Flickr authors",
    ),
    Source(
        "animals",
        "mateusrafael4/Atividade_programacao_pose_estimation",
        "dab5c74036184926803e5edcf2082b71e0c85c86",
        r"^images/.*\.jpe?g$",
        6,
        "Animal-Pose; none stated",
    ),
    Source(
        "ava",
        "maindolaamit/AVA_dataset",
        "dc9acb3739c0c85b9cc3555df519a83efc5ef32e",
        r"^images/\d+\.jpg$",
        4,
        "AVA; research",
    ),
    Source(
        "street",
        "LS-chen/Pedestrian-behavior-detection-and-prediction",
        "26cfc4cd4ddf0de0f55cabcde39f2d9dd0571a13",
        r"^JPEGImages/\d+\.jpg$",
        4,
        "none stated",
    ),
    Source(
        "shanghaitech-b",
        "princenarula222/People-Counting",
        "8a42c5c6be15aa69ea76068f71c912d9796614ff",
        r"^ShanghaiTech/part_B/.*\.jpg$",
        1,
        "ShanghaiTech part B; research",
    ),
]
