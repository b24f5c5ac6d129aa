"""The index of rule cases: which exist, where each one is at home in the code, which tests hold it.

The index knows ids, editions, parts, kinds and titles of its own; the rules themselves are elsewhere. A module says of
which cases it is the home in a docstring line beginning with `Cases:`; a test names the cases it holds with
`@pytest.mark.case("9.12e-A")`. Both are read from the text of the files, so nothing is imported to make the report.
"""

from redball.cases.index import EDITIONS, Case, Override, load_index, load_overrides
from redball.cases.report import Report, Row, asked, make_report

__all__ = ["EDITIONS", "Case", "Override", "Report", "Row", "asked", "load_index", "load_overrides", "make_report"]
