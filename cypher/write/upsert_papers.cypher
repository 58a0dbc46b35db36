// Makes papers, or sets the properties that a record states; what it does not state stays. Where records of several
// sources tell of one paper, the one of the first rank overrides, the others fill its gaps, and the earliest year of
// publication counts.
// $papers: list of {id: paper id, properties: map of what the record states, digests: list of "<id of a record> <its
//   digest>", fills_gaps: true if a record of higher rank has told before, is_alone: true if no other record has}
UNWIND $papers AS row
MERGE (paper:Paper {id: row.id})
ON CREATE SET paper.cited_by_count = 0, paper.references_known = false
WITH paper, row, properties(paper) AS own
SET paper += row.properties
FOREACH (_ IN CASE WHEN row.fills_gaps THEN [1] ELSE [] END |
  SET paper += own)
SET
  paper.is_known = true,
  paper.references_known = own.references_known OR coalesce(row.properties.references_known, false),
  paper.record_digests = row.digests,
  paper.published_ymd = CASE
    WHEN row.is_alone OR own.published_ymd IS NULL OR row.properties.published_ymd IS NULL THEN paper.published_ymd
    WHEN own.published_ymd / 10000 < row.properties.published_ymd / 10000 THEN own.published_ymd
    WHEN own.published_ymd / 10000 > row.properties.published_ymd / 10000 THEN row.properties.published_ymd
    ELSE paper.published_ymd
  END
