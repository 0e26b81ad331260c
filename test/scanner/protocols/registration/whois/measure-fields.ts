import { isDeepStrictEqual } from 'node:util';
import { readWhois } from '../../../../../scanner/protocols/registration/whois/read-whois.ts';
import { recordedAnswers } from './answers/index.ts';
import { flat, type Told, wanted } from './answers/recorded-answer.ts';

interface FieldCount {
  readonly field: keyof Told;
  /** In how many answers it is told, and of those read as told. */
  readonly told: number;
  readonly read: number;
  /** By form: something was read that is not what the answer tells. */
  readonly wrong: readonly string[];
  /** By form: the answer tells it, and it was left out. */
  readonly missed: readonly string[];
}

/** Counts what is read of each field over all recorded answers. */
export function measureFields(): readonly FieldCount[] {
  const all = Object.entries(recordedAnswers).map(([form, { text, domain, told }]) => {
    const reading = readWhois(text, domain);
    return {
      form,
      is: 'facts' in reading ? flat(reading.facts) : undefined,
      wants: wanted(told),
    };
  });
  const fields = Object.keys(all[0]!.wants) as (keyof Told)[];
  return fields.map((field) => {
    const told = all.filter(({ wants }) => wants[field] !== null);
    const same = ({ is, wants }: (typeof all)[number]) =>
      isDeepStrictEqual(is?.[field] ?? null, wants[field]);
    return {
      field,
      told: told.length,
      read: told.filter(same).length,
      wrong: all.filter((one) => (one.is?.[field] ?? null) !== null && !same(one)).map(sentence(field)),
      missed: told.filter(({ is }) => (is?.[field] ?? null) === null).map(({ form }) => form),
    };
  });
}

function sentence(field: keyof Told) {
  return (one: { form: string; is: Record<keyof Told, unknown> | undefined }) =>
    `${one.form}: ${JSON.stringify(one.is?.[field])}`;
}
