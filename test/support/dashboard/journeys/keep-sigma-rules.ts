import type { Page } from 'playwright-core';
import { openAt } from '../open-browser.ts';
import type { SeededDashboard } from '../seeded-dashboard.ts';

const rules = `title: Names below evil.example
logsource:
  category: dns
detection:
  selection:
    query|endswith: .evil.example
  condition: selection
level: low
tags:
  - attack.t1071.004
---
title: <b>A process</b> that asks
logsource:
  category: dns
detection:
  selection:
    Image|endswith: .exe
  condition: selection
`;

/** Sigma rules are tried on stored queries, put into force, changed and removed; one that is not supported says why. */
export async function keepSigmaRules(page: Page, dashboard: SeededDashboard): Promise<void> {
  await openAt(page, dashboard, '/detection?view=sigma');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add rules' }).click();
  await dialog.getByLabel('File').setInputFiles({
    name: 'dns.yml',
    mimeType: 'application/yaml',
    buffer: Buffer.from(rules),
  });
  await dialog.getByRole('button', { name: 'Try on the last 24 hours' }).click();
  await dialog.getByText(/^Tried on [\d,.]+[a-z]* queries?\./i).waitFor();
  await dialog.getByText(/not supported: /).waitFor();
  await dialog.getByRole('button', { name: 'Put into force' }).click();
  await page.getByText('1 rule in force, 1 not supported. The list shows the reasons.').waitFor();
  await page.getByRole('cell', { name: /^<b>A process<\/b> that asks not supported Line \d+/ }).waitFor();
  await page.getByText('T1071.004 Application Layer Protocol: DNS').waitFor();

  await page.getByRole('button', { name: 'Change Names below evil.example' }).click();
  const text = dialog.getByLabel('Rules, in YAML');
  if (!(await text.inputValue()).includes('.evil.example'))
    throw new Error('the text of the rule is not there');
  await text.fill((await text.inputValue()).replace('level: low', 'level: high'));
  await dialog.getByRole('button', { name: 'Put into force' }).click();
  await page.getByRole('row', { name: /Names below evil\.example High/ }).waitFor();
  await page.getByRole('button', { name: 'Remove Names below evil.example' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Names below evil.example is removed.').waitFor();
}
