import test from 'ava';
import { Registry } from 'prom-client';
import { ThreatFigures } from '../../../../collector/domain/detection/threat-figures.ts';
import { createPrometheusMeter } from '../../../../collector/metrics/prometheus-meter.ts';

test('open and new threats are told by severity and type, and types of lists have an end', async (t) => {
  const registry = new Registry();
  const open = Array.from({ length: 200 }, (_, index) => ({
    severity: 'high' as const,
    type: `own-${index}`,
    count: 2,
  }));
  const figures = new ThreatFigures({
    threats: { countOpen: async () => [{ severity: 'critical', type: 'dga', count: 7 }, ...open] },
    meter: createPrometheusMeter(registry),
  });
  await figures.look();
  figures.tell({ severity: 'critical', type: 'dga' });
  figures.tell({ severity: 'low', type: 'own-9999' });
  const text = await registry.metrics();
  t.regex(text, /^sonde_threats_open\{severity="critical",type="dga"\} 7$/m);
  t.regex(text, /^sonde_threats_open\{severity="high",type="other"\} 274$/m);
  t.regex(text, /^sonde_threat_alerts_total\{severity="critical",type="dga"\} 1$/m);
  t.regex(text, /^sonde_threat_alerts_total\{severity="low",type="other"\} 1$/m);
  t.is(text.match(/^sonde_threats_open\{/gm)?.length, 65);
});
