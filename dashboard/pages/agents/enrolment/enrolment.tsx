import { texts } from '../../../texts/en/operate/enrolment.ts';
import { EnrolledAgents } from './enrolled-agents.tsx';
import { Tokens } from './tokens.tsx';

/** Shows the tokens by which agents get keys of their own, and the agents that have one. */
export function Enrolment() {
  return (
    <>
      <p class="soft">{texts.lead}</p>
      <Tokens />
      <EnrolledAgents />
    </>
  );
}
