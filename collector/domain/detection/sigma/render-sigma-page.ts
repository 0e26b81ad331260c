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

Analysts share detection rules in the format [Sigma](https://sigmahq.io/). The collector applies the DNS rules of an account to every query that
comes in. This page explains how to add rules, and which parts of Sigma (specification 2) the collector supports.

## Add rules

    $ sonde sigma try rules/dns.yml --from 2026-03-01T00:00:00Z
    1204331 queries
    matches  threats  rule
         12        2  Names below evil.example    a.evil.example
    $ sonde sigma add rules/
    $ sonde sigma list
    $ sonde sigma remove 7

1. \`sonde sigma try\` tests rules on stored queries. It stores nothing.
2. \`sonde sigma add\` adds rules from files and folders. A rule with the \`id\` of an existing rule replaces that rule.
3. \`sonde sigma list\` shows how many queries each rule has matched.

You can do the same on the page Detection of the dashboard, or with the API \`/api/v1/dns-monitoring/sigma-rules\` (\`POST .../try\` for a test).

Rules belong to the account and apply to all its locations. They take effect on every collector within seconds. To switch them off for one
location, disable the detector \`sigma\` in its [settings](detection.md#settings-of-a-location).

## What a match does

A match opens a [threat](detection.md#when-there-is-a-threat) of the type \`sigma\`, one for each rule and client. If a rule
matches at more than fifty clients in a day, the clients beyond the fiftieth share one threat. [Exclusions](detection.md#exclusions) also apply
to rules.

| part of the rule | use in the threat |
| --- | --- |
| level | the severity |
| tags such as \`attack.t1071.004\` | the technique |
| false positives | in the evidence, and in the advice of the [case](detection.md#cases) |

## Supported parts of Sigma

- **Log sources:** \`category: dns\` and \`category: dns_query\` (of any product), and \`product: zeek\` with \`service: dns\`.
- **Search identifiers:** maps, lists of maps, and lists of words. The collector looks for words in all texts of a row.
- **Values:** texts with \`*\` and \`?\`, \`null\`, and lists.
- **Conditions:** \`and\`, \`or\`, \`not\`, parentheses, \`1 of\`, \`any of\`, \`all of\`, patterns and \`them\`. A rule can have several conditions.
- **Fields and modifiers:** those in the tables below. Comparisons ignore case, unless \`cased\` or \`re\` is set. Names and types have no case in the
  DNS, so these two modifiers do not change that.

**If a rule needs anything else, the collector stores it as \`unsupported\`** with the reason, the field, the line and the column, and never applies
it. For example, a rule with \`Image\`, \`ProcessId\` or \`User\` would match the wrong queries without these fields. Not supported are:

- correlation rules and filters
- conditions that count (\`| count()\`, \`timeframe\`)
- the modifiers \`base64\`, \`windash\`, \`expand\` and similar ones
- regular expressions with look-around or backreferences

If a document is not a rule, the collector refuses it and names the line and the column.

## Fields

${markdownTable(['field', 'kind', 'content'], fields)}

A field is absent if the row has no value for it. For example, a query without a response has no response code. An absent field matches only \`null\`.

## Modifiers

${markdownTable(['modifier', 'meaning'], modifiers)}

## Limits

| limit | value |
| --- | --- |
| rules of an account | ${sigmaBounds.rules.toLocaleString('en')} |
| characters of a rule | ${longestRule.toLocaleString('en')} |
| characters of all rules of an account | ${sigmaBounds.characters.toLocaleString('en')} |
| documents in a request or file | ${mostAtOnce} |
| regular expressions in a rule | 40, of 500 characters each, with 2,000 repetitions in all |
| rules that the collector must try on every query | ${sigmaBounds.triedAlways}, with ${mostUnindexed} comparisons each |

The collector must try a rule on every query if the rule requires neither a text of four or more characters in the name or the answer, nor a rare
record type. With such a text or type, an index finds the rule.

The number of comparisons that all rules of an account can make for each row is limited. The metric \`sonde_sigma_rules_skipped_total\` counts the
rules that were skipped for this reason.

\`sonde collector bench sigma\` measures the processor time for each row, with all other detectors, for rules like those in public sets. With 100
rules, a row takes 1.15 times as long as without rules, and with 3,000 rules 1.27 times. (Without rules it takes 5.8 microseconds, on a machine
that was busy otherwise.) Reading 3,000 rules one by one takes a second.
`;
}
