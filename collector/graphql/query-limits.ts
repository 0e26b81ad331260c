import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** Query limits bound what one document may ask for. */
export const queryLimits = {
  /** Fields within fields. The schema's own deepest question has four. */
  depth: 8,
  /** Fields under another name, by which one question would be asked many times over. */
  aliases: 30,
  /** Fields, those of a list counted for each item that it may have. */
  cost: 20_000,
  /** Words and signs of the document itself. */
  tokens: 4_000,
} as const;

/** Levels of the introspection query, which only describes the schema. */
const introspectionDepth = 15;
const defaultItems = 100;
const mostItems = 1_000;
/** Fields that do more than look into the store. */
const costOfField: Readonly<Record<string, number>> = {
  scanDomain: 4_000,
  resolveName: 2_000,
  nameHistory: 2_000,
  // A question to the store of traffic is dear: REST counts each as a request.
  queries: 4_000,
  encryptedConnections: 4_000,
  threat: 4_000,
  agents: 2_000,
  threats: 1_000,
  cases: 1_000,
  case: 4_000,
  locations: 1_000,
  resolvers: 1_000,
};
/** Lists that take a limit. */
const listFields = new Set([
  'domains',
  'searchDomains',
  'ipScanHistory',
  'expiringCertificates',
  'queries',
  'encryptedConnections',
  'threats',
  'cases',
  'locations',
  'agents',
  'resolvers',
]);
/** Lists that take none, and the items that they are counted for. */
const itemsOfField: Readonly<Record<string, number>> = {
  readings: 3,
  changes: 50,
  expiringCertificates: 1_000,
  records: 10,
  missing: 20,
  story: 200,
};
const defaultRuns = 3;
const mostRuns = 20;
/** At most this many steps are counted before giving up: fragments can spell exponential documents. */
const mostSteps = 50_000;

interface Tally {
  aliases: number;
  cost: number;
  steps: number;
}

/** Refuses documents beyond the limits, as a validation rule, before anything is executed. */
export function limitQueries(context: ValidationContext) {
  return {
    OperationDefinition(operation: OperationDefinitionNode) {
      if (operation.operation === OperationTypeNode.SUBSCRIPTION) {
        const message = 'There are no subscriptions here: the real-time channel is at /socket.io/.';
        context.reportError(new GraphQLError(message, { nodes: operation }));
        return;
      }
      const tally: Tally = { aliases: 0, cost: 0, steps: 0 };
      const fragments = new Map<string, FragmentDefinitionNode>();
      for (const definition of context.getDocument().definitions) {
        if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
      }
      const problem = measure(
        operation.selectionSet,
        { depth: 1, items: 1, introspects: false, runs: defaultRuns, path: [] },
        fragments,
        tally,
      );
      if (problem !== undefined) {
        context.reportError(new GraphQLError(problem, { nodes: operation }));
      }
    },
  };
}

interface Place {
  readonly depth: number;
  readonly items: number;
  readonly introspects: boolean;
  /** Runs that each agent is asked to be shown with. */
  readonly runs: number;
  /** Names of the fragments that led here: one that contains itself is left to the rule that forbids cycles. */
  readonly path: readonly string[];
}

/** The sentence that says which limit is exceeded, or undefined. */
function measure(
  set: SelectionSetNode,
  place: Place,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  tally: Tally,
): string | undefined {
  for (const selection of set.selections) {
    if (++tally.steps > mostSteps) return 'The document is too large.';
    if (selection.kind === Kind.FIELD) {
      const problem = measureField(selection, place, fragments, tally);
      if (problem !== undefined) return problem;
      continue;
    }
    const name = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : undefined;
    if (name !== undefined && place.path.includes(name)) continue;
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(name ?? '');
    if (inner === undefined) continue;
    const path = name === undefined ? place.path : [...place.path, name];
    const problem = measure(inner.selectionSet, { ...place, path }, fragments, tally);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function measureField(
  field: FieldNode,
  place: Place,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  tally: Tally,
): string | undefined {
  const name = field.name.value;
  const introspects = place.introspects || name.startsWith('__');
  if (field.alias !== undefined) tally.aliases++;
  if (!introspects) tally.cost += place.items * (costOfField[name] ?? 1);
  if (tally.aliases > queryLimits.aliases)
    return `A document may have at most ${queryLimits.aliases} aliases.`;
  if (tally.cost > queryLimits.cost) return 'The document asks for too much at once: lower its limits.';
  const deepest = introspects ? introspectionDepth : queryLimits.depth;
  if (place.depth > deepest) return `A document may be at most ${deepest} levels deep.`;
  if (field.selectionSet === undefined) return undefined;
  const runs = name === 'agents' ? numberOf(field, 'runs', defaultRuns, mostRuns) : place.runs;
  const items = place.items * itemsOf(field, runs);
  return measure(
    field.selectionSet,
    { ...place, depth: place.depth + 1, items, runs, introspects },
    fragments,
    tally,
  );
}

/** Items that a field may have, as far as they are known: more than one if it is a list. */
function itemsOf(field: FieldNode, runs: number): number {
  const name = field.name.value;
  if (name === 'runs') return runs;
  if (itemsOfField[name] !== undefined) return itemsOfField[name];
  return listFields.has(name) ? numberOf(field, 'limit', defaultItems, mostItems) : 1;
}

/** Gives the number of an argument, or the most that it may be if a variable says it. */
function numberOf(field: FieldNode, argument: string, unsaid: number, most: number): number {
  const value = field.arguments?.find(({ name }) => name.value === argument)?.value;
  if (value === undefined) return unsaid;
  return value.kind === Kind.INT ? Math.max(1, Number(value.value)) : most;
}
