import { randomUUID } from 'node:crypto';
import { emptyLedger } from '@sonde/shared/batch/empty-ledger.ts';
import { type BenchSender, benchSender, prepareUpload } from '../api/uploads.ts';
import { TrafficGenerator } from '../generate-traffic.ts';
import { ChosenCollector } from './chosen-collector.ts';
import { type FleetPlan, fleetVersions, idleShare } from './fleet-plan.ts';
import { type Followed, followedPolicy, followedSettings } from './followed-versions.ts';
import { SimulatedAgent, type Try } from './simulated-agent.ts';
import { VersionFollower } from './version-follower.ts';

interface Member {
  readonly agent: SimulatedAgent;
  readonly sender: BenchSender;
  readonly version: number;
  readonly isIdle: boolean;
  dueAt: number;
  rows: number;
}

/** How often it is looked at who has something to do, in milliseconds. */
const turn = 20;

/** A simulated fleet holds agents and resolvers of one process, and gives each its turn. */
export class SimulatedFleet {
  readonly tries: Try[] = [];
  readonly #members: readonly Member[];
  readonly #resolvers: readonly VersionFollower[];
  readonly #settings: readonly VersionFollower[];
  readonly #generator: TrafficGenerator;
  readonly #plan: FleetPlan;
  #timer: NodeJS.Timeout | undefined;
  #isMaking = true;
  #making: Promise<unknown> = Promise.resolve();
  #fault: unknown;

  constructor(
    plan: FleetPlan,
    where: {
      /** One collector, or several that share their stores and the fleet. */
      urls: readonly string[];
      enrolmentTokens: readonly string[];
      resolverKeys: readonly string[];
      random: () => number;
    },
  ) {
    this.#plan = plan;
    this.#generator = new TrafficGenerator({ seed: 1, questions: 20_000, clients: 200, locations: [1] });
    const { random } = where;
    const collectorOf = (index: number) => new ChosenCollector(where.urls, index);
    const observe = (each: Try): void => void this.tries.push(each);
    const now = performance.now();
    this.#members = Array.from({ length: plan.agents }, (_, index) => {
      const sender = benchSender(
        `sonde_loc_${`${randomUUID()}${randomUUID()}`.replaceAll('-', '').slice(0, 40)}`,
      );
      const enrolment = {
        token: where.enrolmentTokens[index % where.enrolmentTokens.length]!,
        ...{ key: sender.key, agent_id: sender.agentId, software: 'sonde-collector bench', host: 'bench' },
      };
      // Of its own, as those of real agents: bounds of one address are not in the way, nor is a want of ports.
      const address = `127.1.${index >> 8}.${index & 255}`;
      return {
        agent: new SimulatedAgent({ collector: collectorOf(index), address, random, observe, enrolment }),
        sender,
        version: fleetVersions[index % fleetVersions.length]!,
        isIdle: plan.rows === 0 || Math.floor(index / fleetVersions.length) % idleShare === idleShare - 1,
        dueAt: now + random() * plan.contact * 1_000,
        rows: 0,
      };
    });
    const follower = (followed: Followed, index: number): VersionFollower =>
      new VersionFollower({ collector: collectorOf(index), followed, random, observe });
    this.#resolvers = where.resolverKeys.map((key, index) => follower(followedPolicy(key), index));
    this.#settings = this.#members.slice(0, plan.followers).map(({ agent, sender }, index) =>
      follower(
        followedSettings(sender.agentId, sender.key, () => agent.isEnrolled),
        index,
      ),
    );
  }

  get rowsMade(): number {
    return this.#sum(({ rows }) => rows);
  }

  get enrolled(): number {
    return this.#sum(({ agent }) => (agent.isEnrolled ? 1 : 0));
  }

  get rowsTaken(): number {
    return this.#sum(({ agent }) => agent.rowsTaken);
  }

  get rowsLost(): number {
    return this.#sum(({ agent }) => agent.rowsLost);
  }

  /** Agents with batches that were made before that moment of the clock that only moves forward. */
  behind(moment: number): number {
    return this.#sum(({ agent }) => (agent.isBehind(moment) ? 1 : 0));
  }

  /** Resolvers that hold that version of the policy or a later one. */
  resolversAt(version: number): number {
    return this.#resolvers.filter((each) => each.version >= version).length;
  }

  /** Agents that hold that version of the settings or a later one. */
  settingsAt(version: number): number {
    return this.#settings.filter((each) => each.version >= version).length;
  }

  start(): void {
    this.#timer = setInterval(() => this.#turn(), turn);
  }

  /** Makes no more batches; what waits is shipped. Rejects if a batch could not be made. */
  async finish(): Promise<void> {
    this.#isMaking = false;
    await this.#making;
    if (this.#fault !== undefined) throw this.#fault;
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const { agent } of this.#members) agent.close();
    for (const follower of [...this.#resolvers, ...this.#settings]) follower.stop();
  }

  #turn(): void {
    const now = performance.now();
    for (const member of this.#members) {
      if (this.#isMaking && member.dueAt <= now) {
        member.dueAt += this.#plan.interval * 1_000;
        this.#making = Promise.all([this.#making, this.#make(member)]).catch((error: unknown) => {
          this.#fault = error;
        });
      }
      void member.agent.ship();
    }
    for (const follower of [...this.#resolvers, ...this.#settings]) void follower.ask();
  }

  async #make(member: Member): Promise<void> {
    const { isIdle, sender, version, agent } = member;
    const now = Date.now();
    const count = isIdle ? 0 : this.#plan.rows;
    const rows = isIdle ? Buffer.alloc(0) : this.#generator.rows(count, now - 1_000, now);
    member.rows += count;
    const messages = 2 * member.rows;
    const ledger = {
      ...emptyLedger,
      packets_captured: messages,
      messages_seen: messages,
      messages_stored: messages,
      rows_stored: member.rows,
    };
    agent.add(await prepareUpload(rows, sender, { version, ledger }));
    void agent.ship();
  }

  #sum(of: (member: Member) => number): number {
    return this.#members.reduce((sum, member) => sum + of(member), 0);
  }
}
