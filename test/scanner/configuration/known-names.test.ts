import test from 'ava';
import { Findings } from '../../../scanner/configuration/model/findings.ts';

/** Known names that count how often somebody goes through them. */
class Counted extends Set<string> {
  reads = 0;

  override keys(): SetIterator<string> {
    this.reads++;
    return super.keys();
  }
}

test('a known name is proposed for one that is nearly the same', (t) => {
  const findings = new Findings();
  t.is(findings.instead('recursoin', new Set(['recursion', 'port'])), 'Write recursion.');
  t.is(findings.instead('recursoin', new Set(['port']), new Map([['recursion', 1]])), 'Write recursion.');
  t.is(findings.instead('something', new Set(['recursion', 'port'])), 'Remove it.');
});

test('known names are gone through once for an unknown one, and for the first dozens alone', (t) => {
  const findings = new Findings();
  const known = new Counted(['recursion']);
  for (let time = 0; time < 1_000; time++) findings.instead('recursoin', known);
  t.is(known.reads, 1);
  for (let number = 0; number < 1_000; number++) findings.instead(`recursion${number}`, known);
  t.is(known.reads, 60);
});
