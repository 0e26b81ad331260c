import test from 'ava';
import { makeSite } from '../../../collector/bench/technologies/make-page.ts';
import { makeRules, productName, publicMix } from '../../../collector/bench/technologies/make-rules.ts';
import { runTechnologyBench } from '../../../collector/bench/technologies/run-technology-bench.ts';

test('the bench makes rules in the mix of the public set, and a page that has something of them', (t) => {
  const { document, patterns } = makeRules(700);
  const places = Map.groupBy(
    Object.values(document),
    (entry) => Object.keys(entry).find((key) => key in publicMix)!,
  );
  for (const [place, share] of Object.entries(publicMix)) {
    t.is(places.get(place)!.length, Math.round((700 * share) / 9_559), place);
  }
  t.is(Object.keys(document).length, patterns, 'each has a name of its own');
  t.true(makeSite(30_000).html.includes(productName(0)));
});

test('the bench measures, and finds what is there', (t) => {
  const report = runTechnologyBench({ patterns: 700, octets: 30_000, rounds: 3 });
  t.is(report.refused, 0);
  t.true(report.patterns >= 650 && report.found >= 5);
  t.true(report.octets >= 30_000);
  for (const { first, p50, p95 } of [report.detect, report.parse]) t.true(first >= 0 && p95 >= p50);
});
