"""Each parser on small inputs, with the traps that the real files hold."""

import gzip
import io
import tarfile

import numpy as np
import pytest
import rdata
from PIL import Image

from pride.datasets.containers import bundle, member
from pride.datasets.faces import EYE_COLUMNS, EYE_ROW, aligned
from pride.datasets.parse import PARSERS, challenge, r_list, table, views


def encoded(pixels, kind="PNG"):
    buffer = io.BytesIO()
    Image.fromarray(np.asarray(pixels, dtype=np.uint8)).save(buffer, kind)
    return buffer.getvalue()


def idx_bytes(array):
    array = np.asarray(array, dtype=np.uint8)
    header = (0x0800 + array.ndim).to_bytes(4, "big")
    return header + np.array(array.shape, dtype=">u4").tobytes() + array.tobytes()


CUT = encoded(np.arange(4096).reshape(64, 64) % 251, "JPEG")[:-500]


def test_table_drops_columns_and_numbers_labels():
    arrays = table(
        b"7,M,1.5,2\n8,B,0.30,-4e1\n\n", labels={"B": 0, "M": 1}, label=1, drop=[0]
    )
    np.testing.assert_array_equal(arrays["X"], [[1.5, 2], [0.3, -40]])
    np.testing.assert_array_equal(arrays["y"], [1, 0])
    assert arrays["X"].dtype == np.float64
    assert arrays["y"].dtype == np.int64


def test_table_reads_header_tabs_words_and_line_ends():
    arrays = table(
        b"sex\tthal\tclass\r\nd\td\td\r\n"
        b"male\tnormal\t1\r\nfemale\tfixed defect\t0\r\n",
        separator="\t",
        skip=2,
        labels={"0": 0, "1": 1},
        words={"0": {"female": 0, "male": 1}, "1": {"normal": 3, "fixed defect": 6}},
    )
    np.testing.assert_array_equal(arrays["X"], [[1, 3], [0, 6]])
    np.testing.assert_array_equal(arrays["y"], [1, 0])


def test_equal_values_written_differently_are_equal_bits():
    short = table(b".3409,1,a", labels={"a": 0})["X"]
    long = table(b" 0.34090, 1.0,a\n", labels={"a": 0})["X"]
    assert short.tobytes() == long.tobytes()


def test_missing_values_are_kept_or_their_samples_dropped():
    content = b" 1,  ?,ad.\n 2,3.5,nonad.\n"
    options = {"labels": {"nonad.": 0, "ad.": 1}, "missing": "?"}
    kept = table(content, incomplete="keep", **options)
    np.testing.assert_array_equal(kept["X"], [[1, np.nan], [2, 3.5]])
    np.testing.assert_array_equal(kept["y"], [1, 0])
    dropped = table(content, incomplete="drop", **options)
    np.testing.assert_array_equal(dropped["X"], [[2, 3.5]])
    np.testing.assert_array_equal(dropped["y"], [0])


def test_missing_values_that_nobody_spoke_of_are_refused_by_column():
    content = b"age,id,pulse,class\n1,7,?,a\n2,8,3,b\n?,9,?,a\n"
    options = {"labels": {"a": 0, "b": 1}, "skip": 1, "drop": [1]}
    with pytest.raises(ValueError, match=r"in column 0 \(age\), 2 \(pulse\) of 2 sa"):
        table(content, missing="?", **options)
    with pytest.raises(ValueError, match=r"a number in column 2 \(pulse\), found"):
        table(content, **options)
    with pytest.raises(ValueError, match=r"missing values in column 0 of 1 samples"):
        table(b"?,a\n1,b\n", labels=options["labels"], missing="?")


def test_four_labels_can_make_one_class():
    labels = {"0": 0, "1": 1, "2": 1, "3": 1, "4": 1}
    y = table(b"1,0\n1,3\n1,4", labels=labels)["y"]
    np.testing.assert_array_equal(y, [0, 1, 1])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"1,2,a\n1,2,c", "expected a label out of a, b; found 'c'"),
        (b"1,2,a\n1,a", "expected 3 columns .* found 2 in sample 2"),
        (b"1,2,a\n1,2,3,a", "expected 3 columns .* found 4 in sample 2"),
        (b"1,two,a", "expected a number in column 1, found 'two'"),
        (b"1,?,a", "found '\\?'"),
        (b"1,nan,a", "found 'nan'"),
        (b"1,1_0,a", "found '1_0'"),
        (b"\n\n", "expected samples after 0 lines, found none"),
    ],
)
def test_wrong_tables_say_what_was_expected(content, message):
    with pytest.raises(ValueError, match=message):
        table(content, labels={"a": 0, "b": 1})


def test_unknown_word_and_unknown_option_value():
    with pytest.raises(ValueError, match="expected one of low, high in column 0"):
        table(b"middle,a", labels={"a": 0}, words={0: {"low": 0, "high": 1}})
    with pytest.raises(ValueError, match="keep or drop"):
        table(b"1,a", labels={"a": 0}, incomplete="impute")


def test_views_from_white_space_and_from_labelled_copies_agree():
    original = views(b" 1  2\n 3  4\n", b"0.07303320\n0.10000000\n", block=1)
    copy = views(
        b"a\tb\tclass\n1.0\t2.0\t1\n3.0\t4.0\t2\n",
        b"a\tclass\n0.07303319999999999\t0\n0.1\t1\n",
        separator="\t",
        skip=1,
        labelled=True,
        block=1,
        decimals=8,
    )
    np.testing.assert_array_equal(original["X"], [[1, 2, 0.0730332], [3, 4, 0.1]])
    np.testing.assert_array_equal(original["y"], [0, 1])
    assert all(original[name].tobytes() == copy[name].tobytes() for name in original)


def test_views_refuse_other_orders_and_lengths():
    with pytest.raises(ValueError, match=r"labels in blocks of 2 .* table 1"):
        views(b"5 0\n5 1\n5 0\n5 1", block=2, labelled=True)
    with pytest.raises(ValueError, match="equal length"):
        views(b"1\n2", b"1\n2\n3\n4", block=2)
    with pytest.raises(ValueError, match="multiple of 2"):
        views(b"1\n2\n3", block=2)


def test_challenge_stacks_parts_and_ignores_a_leading_empty_line():
    arrays = challenge(
        b"\n1 2 \n3 4 \n", b"-1\n1\n", b"5 6 \n", b"1\n", labels={"-1": 0, "1": 1}
    )
    np.testing.assert_array_equal(arrays["X"], [[1, 2], [3, 4], [5, 6]])
    np.testing.assert_array_equal(arrays["y"], [0, 1, 1])
    with pytest.raises(ValueError, match="1 samples have 2 labels"):
        challenge(b"1 2", b"1\n1", labels={"1": 1})
    with pytest.raises(ValueError, match="pairs"):
        challenge(b"1 2", labels={"1": 1})


def test_gzipped_files_reach_the_parser_unpacked(tmp_path):
    (tmp_path / "train.data.gz").write_bytes(gzip.compress(b"1 2\n3 4\n"))
    X = challenge(member(tmp_path, "train.data.gz"), b"1\n1", labels={"1": 0})["X"]
    np.testing.assert_array_equal(X, [[1, 2], [3, 4]])


def test_r_list(tmp_path):
    data = {"Colon": {"X": np.array([[1.5, 2.0], [3.0, 4.0]]), "Y": np.array([2.0, 1])}}
    rdata.write_rda(tmp_path / "Colon.rda", data)
    content = (tmp_path / "Colon.rda").read_bytes()
    arrays = r_list(content, name="Colon", labels={"1": 0, "2": 1})
    np.testing.assert_array_equal(arrays["X"], [[1.5, 2], [3, 4]])
    np.testing.assert_array_equal(arrays["y"], [1, 0])
    with pytest.raises(ValueError, match="expected an R object Lung, found Colon"):
        r_list(content, name="Lung", labels={})


def test_idx_flattens_images_of_all_parts():
    train, test = np.arange(12).reshape(2, 2, 3), np.arange(6).reshape(1, 2, 3)
    parts = [idx_bytes(part) for part in (train, [7, 3], test, [9])]
    arrays = PARSERS["idx"](*parts)
    np.testing.assert_array_equal(arrays["X"], [range(6), range(6, 12), range(6)])
    np.testing.assert_array_equal(arrays["y"], [7, 3, 9])
    assert arrays["X"].dtype == np.uint8
    with pytest.raises(ValueError, match="3 dimensions, found magic 0x801"):
        PARSERS["idx"](parts[1], parts[0])
    with pytest.raises(ValueError, match=r"expected .* found 11"):
        PARSERS["idx"](parts[0][:-1], parts[1])
    with pytest.raises(ValueError, match="as many labels"):
        PARSERS["idx"](parts[0], parts[3])


def test_image_folders_sort_people_and_pictures_by_number():
    files = {
        f"faces/s{person}/{picture}.pgm": encoded([[person, picture]], "PPM")
        for person in (10, 1, 2)
        for picture in (10, 9)
    }
    files["faces/s10/target.jpg"] = b"not one of the pictures"
    arrays = PARSERS["image_folders"](bundle(files), size=[1, 2], suffixes=[".pgm"])
    expected = [[1, 9], [1, 10], [2, 9], [2, 10], [10, 9], [10, 10]]
    np.testing.assert_array_equal(arrays["X"], expected)
    np.testing.assert_array_equal(arrays["y"], [0, 0, 1, 1, 2, 2])
    assert set(arrays) == {"X", "y"}


def test_image_folders_from_a_folder_resize_and_find_people(tmp_path):
    for name in ("male/Al_Li_0001.png", "male/Al_Li_0002.bmp", "female/Eva_0001.png"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(encoded(np.full((8, 6, 3), 200), path.suffix[1:]))
    (tmp_path / "female" / "readme.txt").write_text("no image")
    arrays = PARSERS["image_folders"](
        tmp_path, size=[4, 3], classes=["female", "male"], person=r"(.+)_\d+"
    )
    np.testing.assert_array_equal(arrays["X"], np.full((3, 12), 200))
    np.testing.assert_array_equal(arrays["y"], [0, 1, 1])
    np.testing.assert_array_equal(arrays["groups"], [1, 0, 0])


def test_listed_people_are_found_among_others():
    """As many images as are listed, first by name; the part of the face is halved."""
    pictures = {
        f"lfw/{person}/{person}_{number:04}.png": encoded(np.full((6, 6), value))
        for person, value in {"Al_Li": 10, "Bo_Yu": 20, "Eva_Au": 30}.items()
        for number in (3, 1, 2)
    }
    pictures["lfw/Al_Li/Al_Li_0001.png"] = encoded(np.arange(36).reshape(6, 6))
    people = b"person,gender,images\nAl_Li,male,2\nEva_Au,female,1\n"
    options = {"classes": ["female", "male"], "corner": [1, 2], "part": [4, 2]}
    options["size"] = [2, 1]
    arrays = PARSERS["listed_people"](bundle(pictures), people, **options)
    first = [np.mean([8, 9, 14, 15]), np.mean([20, 21, 26, 27])]
    rounded = np.floor(np.array(first) + 0.5)
    np.testing.assert_array_equal(arrays["X"], [rounded, [10, 10], [30, 30]])
    np.testing.assert_array_equal(arrays["y"], [1, 1, 0])
    np.testing.assert_array_equal(arrays["groups"], [0, 0, 1])
    more = people.replace(b"male,2", b"male,4")
    with pytest.raises(ValueError, match="expected 4 images of Al_Li, found 3"):
        PARSERS["listed_people"](bundle(pictures), more, **options)


def test_ragged_folders_may_take_the_first_of_each_class_only():
    pictures = {
        f"101/{folder}/image_{number:04}.png": encoded(np.full((2, 3), number))
        for folder in ("ant", "sea_horse", "BACKGROUND_Google")
        for number in (10, 2, 9, 1)
    }
    arrays = PARSERS["ragged_folders"](
        bundle(pictures), height=2, first=2, others={"BACKGROUND_Google": 3}
    )
    np.testing.assert_array_equal(arrays["y"], [0, 0, 0, 1, 1, 2, 2])
    np.testing.assert_array_equal(arrays["pixels"][::6], [1, 2, 9, 1, 2, 1, 2])
    np.testing.assert_array_equal(arrays["widths"], [3] * 7)


def test_image_folders_number_the_probes():
    image = encoded([[1]])
    names = ["gallery/male/M_1_a", "probe_02/male/M_1_b", "probe_10/female/F_2_a"]
    arrays = PARSERS["image_folders"](
        bundle({f"{name}.png": image for name in names}),
        size=[1, 1],
        classes=["female", "male"],
        person=r"([A-Z]_\d+).*",
        probes=True,
    )
    np.testing.assert_array_equal(arrays["probes"], [0, 2, 10])
    np.testing.assert_array_equal(arrays["y"], [1, 1, 0])
    np.testing.assert_array_equal(arrays["groups"], [1, 1, 0])
    with pytest.raises(ValueError, match="below gallery/ or probe_<number>/"):
        PARSERS["image_folders"](
            bundle({"male/a.png": image}), size=[1, 1], classes=["male"], probes=True
        )


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"male/a.png": b"no image"}, "expected an image in male/a.png"),
        ({"male/a.jpg": CUT}, "expected an image in male/a.jpg"),
        ({"other/a.png": encoded([[1]])}, "expected other/a.png in a folder male"),
        ({"male/b.png": encoded([[1]])}, "expected a name like .*, found b"),
        ({"male/a.txt": b""}, "expected images ending in"),
    ],
)
def test_wrong_image_folders_say_what_was_expected(files, message):
    with pytest.raises(ValueError, match=message):
        PARSERS["image_folders"](
            bundle(files), size=[1, 1], classes=["male"], person="(a).*"
        )


def test_ragged_images_keep_their_width(tmp_path):
    with tarfile.open(tmp_path / "all.tar", "w") as file:
        for name, pixels in {
            "top/b/image_1.png": np.full((2, 3), 7),
            "top/a/image_2.png": np.full((4, 2), 9),
        }.items():
            content = encoded(pixels)
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            file.addfile(entry, io.BytesIO(content))
    content = (tmp_path / "all.tar").read_bytes()
    arrays = PARSERS["ragged_folders"](content, height=2)
    np.testing.assert_array_equal(arrays["widths"], [1, 3])
    np.testing.assert_array_equal(arrays["pixels"], [9] * 2 + [7] * 6)
    np.testing.assert_array_equal(arrays["y"], [0, 1])


def test_alignment_moves_scales_and_turns():
    rows, columns = np.mgrid[:200, :200]
    image = np.minimum(rows + 2 * columns, 255)
    left, right = EYE_COLUMNS
    same = aligned(image, left, EYE_ROW, right, EYE_ROW, size=(85, 60))
    np.testing.assert_array_equal(same, image[:85, :60])
    twice = aligned(image, 2 * left, 60, 2 * right, 60, size=(85, 60))
    np.testing.assert_array_equal(twice, image[:170:2, :120:2])
    # a head lying on its side: the second eye is below the first
    turned = aligned(image, 100, 20, 100, 20 + right - left, size=(85, 60))
    np.testing.assert_array_equal(
        turned[30, 16:44:4], 200 + np.rint(np.arange(20.5, 48, 4))
    )


def test_alignment_goes_on_beyond_the_border():
    image = np.full((4, 4), 50, dtype=np.uint8)
    face = aligned(image, 1, 1, 3, 1, size=(85, 60))
    np.testing.assert_array_equal(face, np.full((85, 60), 50))


def test_aligned_faces_read_eyes_gender_and_person():
    photograph = encoded(np.full((50, 40), 9), "PPM")
    files = {
        "coords.txt": b"00001aa 10 20 30 20 \n00002ab 9 9 20 10\n00002aa 9 9 20 10\n",
        "gender.txt": b"00002ab.pgm M\n00001aa.pgm F\n00002aa.pgm M\n",
        **{f"{n}.pgm": photograph for n in ("00001aa", "00002aa", "00002ab")},
    }
    options = {"size": [85, 60], "classes": ["F", "M"]}
    arrays = PARSERS["aligned_faces"](bundle(files), **options)
    assert arrays["X"].shape == (3, 85 * 60)
    np.testing.assert_array_equal(arrays["y"], [0, 1, 1])
    np.testing.assert_array_equal(arrays["groups"], [0, 1, 1])
    for lost in ("coords.txt", "gender.txt"):
        rest = {name: content for name, content in files.items() if name != lost}
        with pytest.raises(ValueError, match=f"expected {lost} beside the images"):
            PARSERS["aligned_faces"](bundle(rest), **options)
    with pytest.raises(ValueError, match="expected one of"):
        PARSERS["aligned_faces"](
            bundle({**files, "gender.txt": b"00001aa.pgm X"}), **options
        )
    with pytest.raises(ValueError, match="expected eyes and image of 00009aa"):
        PARSERS["aligned_faces"](
            bundle({**files, "gender.txt": b"00009aa.pgm M"}), **options
        )
