import { readFileSync } from 'node:fs';
import { benignKinds } from '../../../collector/domain/detection/dga/training/benign.ts';
import { localeWords } from '../../../collector/domain/detection/dga/training/locale-words.ts';
import { readDictionary, suffixLabels } from '../../../collector/domain/detection/dga/training/material.ts';
import { benignNameTable, dgaTable, markdown, trapTable, tunnelTable, unseenTable } from './evaluate.ts';
import { measureMatching } from './measure-matching.ts';

/** Prints the tables of docs/detection-evaluation.md. Arguments: `<language>=<file of words>`, as for training. */
const dictionaries = new Map(
  process.argv.slice(2).map((argument) => {
    const [language = '', path = ''] = argument.split('=');
    return [language, readDictionary(readFileSync(path, 'utf8'))] as const;
  }),
);
const tables = [
  markdown(['family', 'kind', 'trained on', 'labels flagged', 'found by 16', 'found by 32'], dgaTable(1_000)),
  markdown(
    ['names', 'trained on', 'labels flagged', 'clients alarmed'],
    benignNameTable(benignKinds(dictionaries, suffixLabels(), localeWords()), 1_000),
  ),
  markdown(['tunnel', 'found', 'after'], tunnelTable(5)),
  markdown(['harmless', 'alerts above info'], trapTable(5)),
  markdown(['made afterwards', 'should raise', 'right', 'raised'], unseenTable(5)),
];
process.stdout.write(`${tables.join('\n\n')}\n`);
const matching = await measureMatching(1_000_000, 100_000);
process.stdout.write(`\n${JSON.stringify(matching, undefined, 2)}\n`);
