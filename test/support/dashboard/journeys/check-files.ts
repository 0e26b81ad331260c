import type { Page } from 'playwright-core';
import { openAt } from '../open-browser.ts';
import type { SeededDashboard } from '../seeded-dashboard.ts';

const configuration = `options {
  directory "/var/cache/bind";
  recursion yes;
  no-such-option yes;
};
`;
const zone = `$ORIGIN example.org.
$TTL 3600
@ IN SOA ns1 hostmaster 1 7200 3600 1209600 3600
@ IN NS ns1
ns1 IN A 192.0.2.300
b IN A \u202e192.0.2.1
<script>alert(1)</script> IN TXT "x\u202ey"
`;

/** A configuration and a zone are checked out of files and as text: verdict, place and the line itself are told. */
export async function checkFiles(page: Page, dashboard: SeededDashboard): Promise<void> {
  await openAt(page, dashboard, '/check-file');
  await page.getByLabel('Files', { exact: true }).setInputFiles({
    name: 'named.conf',
    mimeType: 'text/plain',
    buffer: Buffer.from(configuration),
  });
  await page.getByRole('button', { name: 'Check it' }).click();
  await page.getByText('BIND would refuse it').waitFor();
  await page.getByText('line 4, column 3').waitFor();
  await page.locator('.excerpt mark', { hasText: 'no-such-option' }).waitFor();
  await page.getByText('named.conf', { exact: true }).waitFor();
  // What is pasted takes the place of the file.
  await page.getByLabel('Or paste the text').fill(configuration.replace(/^.*no-such-option.*\n/m, ''));
  await page.getByLabel('Server', { exact: true }).selectOption('bind');
  await page.getByRole('button', { name: 'Check it' }).click();
  await page.getByText('BIND would start with it').waitFor();

  await page.getByRole('link', { name: 'Zone', exact: true }).click();
  await page.getByLabel('Zone file').setInputFiles({
    name: 'example.org',
    mimeType: 'text/plain',
    buffer: Buffer.from(zone),
  });
  await page.getByRole('button', { name: 'Check it' }).click();
  await page.getByText('The zone would be refused').waitFor();
  await page.locator('.excerpt mark', { hasText: '192.0.2.300' }).waitFor();
  await page.getByText('\\u{202e}192.0.2.1').first().waitFor();
  const said = (await page.locator('#page').textContent()) ?? '';
  if (/[\p{Cc}\p{Cf}]/u.test(said.replaceAll(/[\n\t\u200b]/g, '')))
    throw new Error('a mark of direction is shown');
  await page.getByRole('button', { name: 'Verify the digest' }).click();
  await page.getByText(/^(The zone has no digest|The zone has errors)$/).waitFor();
}
