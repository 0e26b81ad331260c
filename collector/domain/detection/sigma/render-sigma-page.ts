import { markdownTable } from '@sonde/shared/text/markdown-table.ts';
import { sigmaFields } from './fields.ts';
import { knownModifiers } from './modifiers.ts';
import { mostAtOnce, sigmaBounds } from './prepare-rules.ts';
import { longestRule, mostUnindexed } from './read-rule.ts';

/** Writes the page of Sigma rules, with the tables that rules are read by. */
export function renderSigmaPage(): string {
  const fields = sigmaFields.map(({ names, kind, what }) => [
    names.map((name) => `\`${name}\``).join(', '),
    kind,
    what,
  ]);
  const modifiers = Object.entries(knownModifiers).map(([name, what]) => [`\`${name}\``, what]);
  return `<!-- Written by a program (npm run format) from collector/domain/detection/sigma: edits are lost. -->

# Sigma rules

[Sigma](https://sigmahq.io/) is the form in which analysts share rules of detection. Rules of its specification 2 about DNS are tried on
every query that comes in, and each match opens a [threat](detection.md#when-there-is-a-threat) of the type \`sigma\`, one for each rule and
client: severity by the rule's level, technique by its tags (\`attack.t1071.004\`), known false positives in the evidence and in the advice of
the [case](detection.md#cases). What is [excluded](detection.md#exclusions) raises nothing.

    $ sonde sigma try rules/dns.yml --from 2026-03-01T00:00:00Z
    1204331 queries
    matches  threats  rule
         12        2  Names below evil.example    a.evil.example
    $ sonde sigma add rules/
    $ sonde sigma list
    $ sonde sigma remove 7

\`sonde sigma add\` takes files and folders; a rule with the \`id\` of one that is there takes its place. The same is done on the
page Detection of the dashboard, and by
\`/api/v1/dns-monitoring/sigma-rules\`, with \`POST .../try\` for a trial on stored queries, which stores nothing. Rules are the account's, for
all its locations, and in force on every collector within seconds. A location [switches them off](detection.md#settings-of-a-location)
as the detector \`sigma\`. The list says how many queries each rule has matched.

## What is taken

- The log sources \`category: dns\` and \`category: dns_query\` (of any product), and \`product: zeek\` with \`service: dns\`.
- Search identifiers as maps, lists of maps, and lists of words that are looked for in everything a row says; values with \`*\` and \`?\`, \`null\`,
  lists; conditions with \`and\`, \`or\`, \`not\`, parentheses, \`1 of\`, \`any of\`, \`all of\`, patterns and \`them\`; several conditions.
- The fields and modifiers below. Texts are compared without regard to case unless \`cased\` or \`re\` say otherwise; names and types have
  no case in the DNS, so that there these say nothing.

**A rule that asks for anything else is kept as \`unsupported\`**, with the reason, the field, the line and the column, and is never tried: one
with \`Image\`, \`ProcessId\` or \`User\` would match what it was not meant for without them. Not followed are correlation rules, conditions that count
(\`| count()\`, \`timeframe\`), filters, \`base64\`, \`windash\`, \`expand\` and the like, and expressions that look around or back. What is no rule is
refused, with line and column.

## Fields

${markdownTable(['field', 'kind', 'what it is here'], fields)}
A field is absent where there is nothing, as the response code of a query without a response: then no value matches, and \`null\` does.

## Modifiers

${markdownTable(['modifier', 'what it says'], modifiers)}
## Bounds

An account has at most ${sigmaBounds.rules.toLocaleString('en')} rules of ${longestRule.toLocaleString('en')} characters each and ${sigmaBounds.characters.toLocaleString('en')} together. Rules are found by texts of four characters or more that
names or answers must have, or by a rare type of record. At most ${sigmaBounds.triedAlways} may have neither, with ${mostUnindexed} comparisons each: these are tried on every query.
A request, and so a file, has at most ${mostAtOnce} documents; a rule at most 40 regular expressions of 500 characters, and 2,000 repetitions in them.
What all rules of an account may take is bounded; trials that are left out are counted in \`sonde_sigma_rules_skipped_total\`. Clients of a rule beyond
fifty a day share one threat.

\`sonde collector bench sigma\` measures what a row costs with rules in the forms of public sets, in processor time, beside all other detectors: with 100
rules 1.15 times as much as with none, with 3,000 rules 1.27 times (on a machine that was busy otherwise; 5.8 microseconds with none). Reading 3,000 rules takes a second, one by one.
`;
}
