import { numbered } from '../pseudo-random.ts';
import { siteWords } from '../site-words.ts';

const topLevels = ['com', 'net', 'org', 'top', 'xyz', 'ru'];

/** Makes as many Sigma rules as are wanted, in the forms that public sets have: most name domains, some pieces of names, types or answers. */
export function makeSigmaRules(count: number): string[] {
  return Array.from({ length: count }, (_, number) => {
    const random = numbered(number, 7);
    const word = () => siteWords.plain[random.below(siteWords.plain.length)]!;
    const domain = () =>
      `${word()}-${word()}${random.below(100_000)}.${topLevels[random.below(topLevels.length)]}`;
    const list = (length: number, item: () => string) =>
      Array.from({ length }, () => `            - '${item()}'`).join('\n');
    const form = number % 20;
    let selection = `        query|endswith:\n${list(1 + random.below(8), () => `.${domain()}`)}`;
    if (form >= 10) selection = `        query:\n${list(1 + random.below(12), domain)}`;
    if (form >= 15) selection = `        query|contains:\n${list(2, () => `${word()}-${word()}.`)}`;
    if (form === 18)
      selection = `        record_type: 'TXT'\n        answer|contains:\n${list(3, () => `${word()} ${word()}(`)}`;
    if (form === 19)
      selection = `        query|re: '^[a-z0-9]{8,20}\\.${word()}${random.below(1_000)}\\.(com|net)$'`;
    return `title: Rule ${number}\nlogsource:\n    category: dns\ndetection:\n    selection:\n${selection}\n    filter:\n        query|endswith: '.arpa'\n    condition: selection and not filter\nlevel: low\n`;
  });
}
