'use client';
// Where each value of a call's arguments came from, with a link to the place.
import { PlainText } from '../../../../components/text/PlainText.tsx';
import { originWords, pathWords, type ShownOrigin, type ShownPlace } from '../../../../lib/evidence/evidence-words.ts';
import { plural } from '../../../../lib/figures/format.ts';
import type { Call } from '../../../../lib/steps/joined-call.ts';
import { useTraceUrl } from '../../navigation/trace-url.ts';
import panel from '../panel.module.css';
import type { StepView } from '../step-view.ts';
import styles from './evidence.module.css';
import { StepLink } from './StepFindings.tsx';
import { useStepEvidence } from './use-step-evidence.ts';

interface CallOriginsProps extends Pick<StepView, 'address' | 'step' | 'labelOf' | 'onGoto'> {
  call: Call;
}

export function CallOrigins({ address, step, call, ...goto }: CallOriginsProps) {
  const { data } = useStepEvidence(address, step);
  const { request } = call;
  const found = data?.origins.find(
    ({ spanId, index }) => request !== null && spanId.startsWith(request.spanId) && index === request.index,
  );
  if (!found) return null;
  return (
    <div className={styles.origins} role="group" aria-label="Where the arguments came from">
      <dl>
        {found.values.map((value, index) => (
          <Origin key={index} value={value} {...goto} />
        ))}
      </dl>
      {found.omitted > 0 && <p className={panel.quiet}>{plural(found.omitted, 'more value')} not looked at.</p>}
      {!found.isComplete && (
        <p className={panel.quiet}>Not everything that the model had is stored: a value may have an earlier place.</p>
      )}
      {found.lacksInstructions && (
        <p className={panel.quiet}>
          The sender reported no instructions or no tools: a value from nowhere may be from there.
        </p>
      )}
    </div>
  );
}

type Goto = Pick<StepView, 'labelOf' | 'onGoto'>;

function Origin({ value, ...goto }: { value: ShownOrigin } & Goto) {
  const place = value.places?.[0];
  return (
    <>
      <dt>
        <code>
          <PlainText text={pathWords(value.path)} />
        </code>
      </dt>
      <dd data-unsourced={value.isUnsourced} data-invented={value.isInvented}>
        {value.isInvented && <strong>⚠ invented identifier: </strong>}
        {originWords(value)}
        {place && <SeenAt place={place} text={value.value} {...goto} />}
      </dd>
    </>
  );
}

/** The place opens with the value highlighted: in the result of a call, or in the context of this step. */
function SeenAt({ place, text, labelOf, onGoto }: { place: ShownPlace; text: string | null } & Goto) {
  const [, setUrl] = useTraceUrl();
  // A value that was shortened for this list is found by its beginning.
  const find = (text ?? '').replace(/…$/, '').slice(0, 100);
  if (place.call) {
    const { spanId, index, field } = place.call;
    const open = (key: string) => {
      onGoto(key);
      void setUrl({ tab: field === 'result' ? 'got' : 'why', find });
    };
    return (
      <>
        {', '}
        <StepLink spanId={spanId} callIndex={index} labelOf={labelOf} onGoto={open} />
        {place.path && (
          <>
            {' at '}
            <code>
              <PlainText text={pathWords(place.path)} />
            </code>
          </>
        )}
      </>
    );
  }
  if (place.message === undefined && place.system === undefined) return null;
  return (
    <>
      {', '}
      <button type="button" className={panel.goto} onClick={() => void setUrl({ tab: 'seen', find })}>
        {place.message === undefined ? 'system prompt' : `message ${place.message + 1} of the request`}
      </button>
    </>
  );
}
