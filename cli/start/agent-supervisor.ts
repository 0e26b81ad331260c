import { type AgentOptions, notPermitted, startAgent } from '../programs/agent.ts';
import type { Program } from '../programs/program.ts';
import { permissionAdvice } from './permission-advice.ts';

/** Exit codes after which another try would end the same way: wrong arguments, wrong configuration, no permission. */
const final = new Set([0, 64, 78, notPermitted]);
const restartMs = 5_000;

export interface AgentSupervisor {
  stop(timeoutMs: number): Promise<void>;
}

/** Runs the agent, and again after it broke; says what a person should know of it. */
export function superviseAgent(
  options: AgentOptions,
  { say, onStart }: { say: (text: string) => void; onStart: (pid: number) => void },
): AgentSupervisor {
  let stopping = false;
  let current: Program;
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    let lastLine = '';
    current = startAgent({
      ...options,
      onLine: (line) => {
        lastLine = line;
        if (/^Capturing on /.test(line)) say(line);
      },
    });
    onStart(current.pid);
    void current.exited.then((code) => {
      if (stopping) return;
      if (code === notPermitted) say(permissionAdvice(lastLine));
      else
        say(
          `The agent ended (exit code ${code}): ${lastLine}\nThe collector continues. The log of the agent is ${options.logFile}`,
        );
      if (!final.has(code)) timer = setTimeout(start, restartMs);
    });
  };
  start();
  return {
    async stop(timeoutMs) {
      stopping = true;
      clearTimeout(timer);
      await current.stop(timeoutMs);
    },
  };
}
