import type { Board, Panel, Query } from './board.ts';

const types = { lines: 'timeseries', number: 'stat', table: 'table' } as const;
const heights = { lines: 8, number: 4, table: 10 } as const;
const plugins = {
  prometheus: 'prometheus',
  clickhouse: 'grafana-clickhouse-datasource',
  postgres: 'grafana-postgresql-datasource',
} as const;
const columns = 24;

/** Writes a board as Grafana imports it: JSON that asks which data source to take. */
export function renderBoard({ id, title, source, panels }: Board): string {
  const datasource = { type: plugins[source], uid: '$source' };
  let x = 0;
  let y = 0;
  let tallest = 0;
  const placed = panels.map((panel, index) => {
    if (x + panel.width > columns) {
      x = 0;
      y += tallest;
      tallest = 0;
    }
    const height = heights[panel.form];
    const gridPos = { x, y, w: panel.width, h: height };
    x += panel.width;
    tallest = Math.max(tallest, height);
    return { id: index + 1, gridPos, ...renderPanel(panel, source), datasource };
  });
  const board = {
    uid: id,
    title,
    tags: ['sonde'],
    editable: true,
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [{ name: 'source', label: 'Data source', type: 'datasource', query: plugins[source] }],
    },
    panels: placed,
  };
  return `${JSON.stringify(board, undefined, 2)}\n`;
}

function renderPanel({ title, description, form, unit, queries }: Panel, source: Board['source']) {
  return {
    title,
    description,
    type: types[form],
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: queries.map((query, index) => ({
      refId: String.fromCharCode(65 + index),
      ...targets[source](query, form),
    })),
  };
}

const targets = {
  prometheus: prometheusTarget,
  clickhouse: clickhouseTarget,
  postgres: postgresTarget,
} as const;

function prometheusTarget({ text, legend }: Query) {
  return { expr: text, legendFormat: legend };
}

/** `format` as the plugin numbers it: 0 for a time series, 1 for a table. */
function clickhouseTarget({ text }: Query, form: Panel['form']) {
  const isSeries = form === 'lines';
  return {
    editorType: 'sql',
    rawSql: text,
    queryType: isSeries ? 'timeseries' : 'table',
    format: isSeries ? 0 : 1,
  };
}

function postgresTarget({ text }: Query, form: Panel['form']) {
  return {
    editorMode: 'code',
    rawQuery: true,
    rawSql: text,
    format: form === 'lines' ? 'time_series' : 'table',
  };
}
