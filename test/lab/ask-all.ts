import { startLab } from '../../scripts/lab/lab.ts';
import { sendTraffic } from '../../scripts/lab/traffic.ts';

/** Runs inside of the namespace: brings the network up, asks three rounds of everything, prints the report. */
const [directory = '', plan = ''] = process.argv.slice(2);
const lab = await startLab(directory, JSON.parse(plan));
try {
  process.stdout.write(JSON.stringify(await sendTraffic(lab.plan, 3)));
} finally {
  await lab.stop();
}
