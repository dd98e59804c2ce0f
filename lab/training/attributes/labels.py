"""The labels of FairFace and what the product makes of them, in one place."""

AGE_GROUPS = ["0-2", "3-9", "10-19", "20-29", "30-39", "40-49", "50-59", "60-69", "more than 70"]

# Age in years that stands for a group when an expected age is computed from the probabilities of the
# groups. FairFace has no ages in years, so the middle of a group is the best that is known without
# further data; the open group gets 75.
GROUP_YEARS = [1.0, 6.0, 14.5, 24.5, 34.5, 44.5, 54.5, 64.5, 75.0]

# The ranges that the service returns, and the range that each FairFace group belongs to.
AGE_RANGES = ["0-10", "10-20", "20-40", "40-60", "60-100"]
RANGE_OF_GROUP = [0, 0, 1, 2, 2, 3, 3, 4, 4]

GENDERS = ["Female", "Male"]

# Images of each group and gender in FairFace's training split: what a model expects before it sees a face.
GROUP_IMAGES = [1792, 10408, 9103, 25598, 19250, 10744, 6228, 2779, 842]
GENDER_IMAGES = [40758, 45986]
RACES = ["White", "Black", "East Asian", "Southeast Asian", "Indian", "Middle Eastern", "Latino_Hispanic"]

# First group of people of at least ten years.
FIRST_GROUP_FROM_TEN = 2
