'use client';
// The hidden-token dashboard: the URL determines the queries of the panels (headline, days, groups, thoughts, coverage,
// hints).
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../lib/time/now.ts';
import { parseTimeRange } from '../../lib/time/time-range.ts';
import { spendColumns, TOOL_COLUMNS } from '../../lib/figures/spend-tables.ts';
import { tableCsv } from '../../lib/files/table.ts';
import { useAddressProblems } from '../../lib/address/use-address-problems.ts';
import { CostsViews } from './CostsViews.tsx';
import { Controls } from './Controls.tsx';
import styles from './costs.module.css';
import { wholeHours } from './days/days.ts';
import { Download } from 'lucide-react';
import { Button } from '../../components/controls/Button.tsx';
import { saveCsv } from '../../lib/files/save-csv.ts';
import { Panels } from './panels/Panels.tsx';
import { useCosts } from './use-costs.ts';
import { CHECKS, useCostsParams } from './use-costs-params.ts';

export function CostsScreen({ project }: { project: string }) {
  const [params, setParams] = useCostsParams();
  useAddressProblems(CHECKS);
  const now = useNow();
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const asked = now === undefined ? undefined : parseTimeRange(params.range, new Date(now));
  const range = asked && wholeHours(asked, timeZone);
  const { by } = params;
  const costs = useCosts({ project, range, timeZone, q: params.q });
  const cut = useQuery(costs.cut(by === 'tool' ? 'model' : by));
  const tools = useQuery(costs.tools);
  const csvOfCut = cut.data && (() => tableCsv(spendColumns(by), cut.data.rows));
  const csvOfTools = tools.data && (() => tableCsv(TOOL_COLUMNS, tools.data.rows));
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <CostsViews place={{ project, range: params.range, q: params.q }} current="Costs" />
        <Controls project={project} params={params} setParams={setParams}>
          <SaveCut name={`costs-by-${by}`} csv={by === 'tool' ? csvOfTools : csvOfCut} />
        </Controls>
      </header>
      <Panels
        costs={costs}
        range={range && { ...range, timeZone, now: new Date(now ?? 0) }}
        params={params}
        place={{ project, range: params.range, q: params.q }}
        setParams={setParams}
      />
    </div>
  );
}

/** Saves the current grouping as a CSV file. */
function SaveCut({ name, csv }: { name: string; csv: (() => string) | undefined }) {
  return (
    <Button
      disabled={csv === undefined}
      title="Download the current table as CSV"
      onClick={() => csv && saveCsv(name, [csv()])}
    >
      <Download size={14} aria-hidden /> CSV
    </Button>
  );
}
