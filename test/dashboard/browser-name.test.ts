import test from 'ava';
import { browserName } from '../../dashboard/domain/browser-name.ts';

test('browsers and systems are told by what they call themselves', (t) => {
  const mozilla = 'Mozilla/5.0';
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
  const cases: readonly (readonly [string | null, string | undefined])[] = [
    [`${mozilla} (X11; Linux x86_64) ${chrome} Safari/537.36`, 'Chrome on Linux'],
    [`${mozilla} (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0`, 'Edge on Windows'],
    [
      `${mozilla} (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0`,
      'Firefox on macOS',
    ],
    [
      `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1`,
      'Safari on iOS',
    ],
    [`${mozilla} (Linux; Android 15) ${chrome} Mobile Safari/537.36`, 'Chrome on Android'],
    ['curl/8.5.0', 'curl'],
    ['something else', undefined],
    ['', undefined],
    [null, undefined],
  ];
  for (const [userAgent, name] of cases) t.is(browserName(userAgent), name, userAgent ?? 'null');
});
