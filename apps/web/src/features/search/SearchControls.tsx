// The fields to search in, and how hits are grouped.
import { FIELD_LABELS, FIELDS, fieldsOf, GROUPS, type Field, type SearchUrl, type SetSearchUrl } from './search-url.ts';
import styles from './search.module.css';

const HINTS: Partial<Record<Field, string>> = {
  said: 'Preambles: what the model wrote before a call',
  args: 'Arguments of tool calls',
  result: 'Tool results, in the newest 500 traces: they are not indexed',
};

export function SearchControls({ url, setUrl }: { url: SearchUrl; setUrl: SetSearchUrl }) {
  const chosen = fieldsOf(url.in);
  const toggle = (field: Field) => {
    const next = chosen.includes(field) ? chosen.filter((one) => one !== field) : fieldsOf([...chosen, field]);
    if (next.length > 0) void setUrl({ in: next });
  };
  return (
    <div className={styles.controls}>
      <fieldset className={styles.fields}>
        <legend>in</legend>
        {FIELDS.map((field) => {
          const isOnly = chosen.length === 1 && chosen[0] === field;
          return (
            <label key={field} title={isOnly ? 'At least one is required' : HINTS[field]}>
              <input
                type="checkbox"
                checked={chosen.includes(field)}
                disabled={isOnly}
                onChange={() => toggle(field)}
              />
              {FIELD_LABELS[field]}
            </label>
          );
        })}
      </fieldset>
      <label className={styles.group}>
        group
        <select
          value={url.group}
          onChange={(event) => void setUrl({ group: GROUPS.find((group) => group === event.target.value) ?? null })}
        >
          {GROUPS.map((group) => (
            <option key={group}>{group}</option>
          ))}
        </select>
      </label>
    </div>
  );
}
