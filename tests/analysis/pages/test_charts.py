"""Pictures of numbers: well formed, within their frames, and where the numbers are."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.analysis.details import Interval
from interpreter.analysis.pages.charts import FRAME, MOST_BINS, STRIP, Scale, bar, dot, histogram

numbers = st.floats(-1e6, 1e6)


@given(st.lists(st.tuples(numbers, st.floats(0, 1e6)), min_size=1))
def test_a_strip_keeps_everything_within_itself(found: list[tuple[float, float]]) -> None:
    intervals = [Interval(value, value - half, value + half) for value, half in found]
    scale = Scale.of(intervals)
    for one in intervals:
        assert scale.low <= one.value <= scale.high
        for picture in (bar(one, scale), dot(one, scale)):
            places = re.findall(r'(?:[MH]| c?x=")(-?[\d.]+)', ET.tostring(ET.fromstring(picture), "unicode"))
            assert all(0 <= float(place) <= STRIP[0] for place in places)


def test_a_bar_reaches_from_nothing_to_its_value() -> None:
    scale = Scale(-10, 10)
    for value, start, width in ((5.0, scale.at(0), 59), (-5.0, scale.at(-5), 59)):
        (rect,) = ET.fromstring(bar(Interval(value, value - 1, value + 1), scale)).findall("rect")
        assert (float(rect.attrib["x"]), float(rect.attrib["width"])) == (start, width)


def test_a_dot_is_filled_where_nothing_is_outside_of_its_interval() -> None:
    scale = Scale(-1, 9)
    assert 'class="sure"' in dot(Interval(5, 4, 6), scale)
    assert 'class="unsure"' in dot(Interval(1, -1, 3), scale)


def test_what_is_not_known_has_no_line() -> None:
    assert "whisker" not in bar(Interval(1, -math.inf, math.inf), Scale(0, 2))


@given(st.lists(st.integers(-500, 500), min_size=1, max_size=40), st.lists(st.integers(0, 9), min_size=1, max_size=9))
def test_a_histogram_has_a_line_for_each_and_stays_within_its_frame(one: list[int], two: list[int]) -> None:
    svg = ET.fromstring(histogram([Counter(one), Counter(two)], "a & b", str))
    assert svg.attrib["aria-label"] == "a & b"
    lines = [path.attrib for path in svg.findall("path") if path.attrib["class"].startswith("curve")]
    assert [line["class"] for line in lines] == ["curve line0", "curve line1"]
    for line in lines:
        points = [(float(x), float(y)) for x, y in re.findall(r"[ML]([\d.]+) ([\d.]+)", line["d"])]
        assert all(0 <= x <= FRAME[0] and 0 <= y <= FRAME[1] for x, y in points)
        assert [x for x, _ in points] == sorted(x for x, _ in points)
        assert len(points) <= 2 * (MOST_BINS + 1) + 1


def test_a_histogram_is_as_high_as_its_counts() -> None:
    svg = ET.fromstring(histogram([Counter({3: 1, 4: 3})], "", lambda value: f"{value:.0f}"))
    (line,) = (path.attrib["d"] for path in svg.findall("path") if path.attrib["class"].startswith("curve"))
    bottom, low, high = (float(y) for y in re.findall(r"L[\d.]+ ([\d.]+)", line)[0:5:2])
    assert bottom - low == pytest.approx((bottom - high) / 3, abs=0.2)
    assert [text.text for text in svg.findall("text")] == ["3", "4", "75 %"]
