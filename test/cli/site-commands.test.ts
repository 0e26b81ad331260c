import test from 'ava';
import { FakeWorld } from '../support/fakes/world.ts';
import { startTestApi } from '../support/http/http.ts';
import { runSonde } from '../support/run-sonde.ts';
import { startLocalSite } from '../support/scans/local-site.ts';

test('a site is looked at and judged from the terminal', async (t) => {
  const world = new FakeWorld();
  const site = await startLocalSite(t, (_request, response) => {
    response.setHeader('server', 'nginx/1.25.4');
    response.end('<html><title>A</title><meta name="generator" content="WordPress 6.5"></html>');
  });
  world.scans.openScan = site.open;
  const api = await startTestApi(t, { world });
  const tech = await runSonde(['tech', site.url(), '--url', api.url]);
  t.is(tech.exitCode, 0, tech.stderr);
  t.regex(tech.stdout, /^CMS +WordPress 6\.5 +98 % +meta generator: WordPress 6\.5$/m);
  t.regex(tech.stdout, /^Certificate by .*CN=Local root, 59 days left$/m);
  const quality = await runSonde(['quality', site.url(), '--url', api.url]);
  t.is(quality.exitCode, 0, quality.stderr);
  t.regex(quality.stdout, /: \d+ of 100 points\n/);
  t.regex(quality.stdout, /-25 {2}There is no Content-Security-Policy\.\n/);
  const nobody = await runSonde(['quality', 'nobody.example', '--url', api.url, '--json']);
  t.is(nobody.exitCode, 1);
  t.like(JSON.parse(nobody.stdout), { alerts: [], score: null });
});
