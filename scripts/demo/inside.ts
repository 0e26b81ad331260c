import { join } from 'node:path';
import { startAgent } from '../../cli/programs/agent.ts';
import { agentStatus, whenCapturing, whenDelivered } from '../../cli/programs/agent-status.ts';
import { startLab } from '../lab/lab.ts';
import { sendTraffic } from '../lab/traffic.ts';
import type { InsideMessage, InsideTask } from './messages.ts';

/** The part of the demonstration inside of the closed network: servers, clients, and the agent that watches them. */
const task = JSON.parse(process.argv[2] ?? '') as InsideTask;
const tell = (message: InsideMessage) => process.send?.(message);
const state = join(task.directory, 'agent');

const lab = await startLab(join(task.directory, 'lab'), task.plan);
tell({
  kind: 'progress',
  text: 'These servers answer: root, top-level domain, four zones, and a validating resolver.',
});
const agent = startAgent({
  collector: task.collector,
  keyFile: task.keyFile,
  state,
  interfaces: ['lo'],
  // The resolver's own questions upstream leave from another address: only its clients are watched.
  filter: task.plan.resolver.map((address) => `host ${address}`).join(' or '),
  ports: [task.plan.port],
  logFile: join(task.directory, 'agent.log'),
});
const stop = async () => {
  await agent.stop(20_000);
  await lab.stop();
};
// Whoever started us is gone or wants the end.
const abandon = () => void stop().then(() => process.exit(1));
process.once('disconnect', abandon);

try {
  await whenCapturing(state, agent);
  tell({ kind: 'progress', text: `The agent captures on lo, and sends to ${task.collector}.` });
  const traffic = await sendTraffic(task.plan, task.rounds, {
    pauseMs: task.pauseMs,
    onSent: (count) => tell({ kind: 'sent', count }),
  });
  const captured = await settledRows(traffic.sent);
  await whenDelivered(state);
  tell({ kind: 'done', traffic, captured });
} finally {
  process.off('disconnect', abandon);
  await stop();
  process.disconnect?.();
}

// The last answers may still be on their way through the agent; what stays short after a while is a real difference.
async function settledRows(expected: number): Promise<number> {
  let rows = 0;
  for (let attempt = 0; attempt < 40; attempt++) {
    rows = (await agentStatus(state)).rows;
    if (rows >= expected) return rows;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return rows;
}
