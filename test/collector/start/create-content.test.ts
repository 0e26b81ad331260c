import test from 'ava';
import { createContent } from '../../../collector/start/parts/create-content.ts';

test('the content that Sonde ships is found from where the program starts', async (t) => {
  const { courses, captures, frameworks } = await createContent({
    contentDirectory: undefined,
    smtpUrl: undefined,
  });
  for (const { current } of [courses, captures, frameworks] as const) t.true(current.items.length > 0);
});
