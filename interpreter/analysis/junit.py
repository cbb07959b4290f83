"""What became of scenarios as JUnit's XML, which every build server reads."""

from __future__ import annotations

import xml.etree.ElementTree as ET  # only written, nothing is parsed
from typing import TYPE_CHECKING

from interpreter.source import render_text
from interpreter.source.messages import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.analysis.scenario import Outcome, Report
    from interpreter.source import Diagnostic


def junit(reports: Sequence[Report]) -> str:
    """A suite for each game, a case for each scenario; what is wrong with files as a whole is an error of the suite."""
    root = ET.Element("testsuites")
    for report in reports:
        suite = ET.SubElement(root, "testsuite", name=report.title)
        for outcome in report.outcomes:
            _case(suite, report.title, outcome)
        if report.broken:
            _problem(ET.SubElement(suite, "testcase", classname=report.title, name="files"), "error", report.broken)
        suite.set("tests", str(len(suite)))
        suite.set("failures", str(len(suite.findall("testcase/failure"))))
        suite.set("errors", str(len(suite.findall("testcase/error"))))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: ET.Element, title: str, outcome: Outcome) -> None:
    span = outcome.scenario.key.span
    about = {"classname": title, "name": outcome.scenario.name, "file": span.file, "line": str(span.line)}
    case = ET.SubElement(suite, "testcase", about)
    if outcome.findings:
        _problem(case, "failure", outcome.findings)


def _problem(case: ET.Element, kind: str, findings: Sequence[Diagnostic]) -> None:
    found = ET.SubElement(case, kind, message=findings[0].code)
    found.text = "\n".join(printable(line, len(line)) for line in render_text(findings).split("\n"))
