'use client';
// Exports the conversation up to a step, ready to be sent to any provider. Options on the left, the result on the
// right.
import { Download } from 'lucide-react';
import { Button, ButtonLink } from '../../../components/controls/Button.tsx';
import { Dialog } from '../../../components/controls/Dialog.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import { exactCount, plural } from '../../../lib/figures/format.ts';
import { ConversationChoices } from './ConversationChoices.tsx';
import { ConversationRules } from './ConversationRules.tsx';
import { ConversationThoughts } from './ConversationThoughts.tsx';
import type { Conversation } from './conversation-words.ts';
import { missingWords } from '../panel/missing-words.ts';
import { copyFrom, stepsOfSpan } from '../navigation/step-actions.ts';
import type { Step, Timeline } from '../../../lib/steps/step-tree.ts';
import { useConversation, type Form } from './use-conversation.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './conversation.module.css';

interface ConversationDialogProps {
  address: TraceAddress;
  timeline: Timeline;
  step: Step;
  /** The model call at which the conversation ends; undefined when there is none up to the step. */
  spanId: string | undefined;
  onClose: () => void;
}

export function ConversationDialog({ address, timeline, step, spanId, onClose }: ConversationDialogProps) {
  const taking = useConversation(address, spanId);
  const { query, choices } = taking;
  const labelOf = (id: string) => stepsOfSpan(timeline, id) ?? 'an earlier call';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Conversation as of step ${step.number}`}
      description="All messages up to this step, to continue with this or another model."
      full
    >
      {spanId === undefined ? (
        <p>There is no model call up to this step, so there is no conversation to continue.</p>
      ) : query.error ? (
        <ErrorState
          inline
          title="The conversation could not be written."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : !query.data ? (
        <Skeleton width="60%" height="0.75rem" />
      ) : (
        <div className={styles.columns} aria-busy={query.isPlaceholderData}>
          <div className={styles.choices}>
            <ConversationChoices
              data={query.data}
              choices={choices}
              choose={taking.choose}
              answerOf={stepsOfSpan(timeline, spanId) ?? `step ${step.number}`}
            />
            <Missing data={query.data} labelOf={labelOf} />
            <ConversationThoughts data={query.data} labelOf={labelOf} willOf={taking.willOf} setWill={taking.setWill} />
            <ConversationRules notes={query.data.notes} />
          </div>
          <Result data={query.data} pathOf={taking.pathOf} />
        </div>
      )}
    </Dialog>
  );
}

/** Lists what is missing from the conversation, before the user sends it. */
function Missing({ data: { lacks, unread }, labelOf }: { data: Conversation; labelOf: (id: string) => string }) {
  if (lacks.length === 0 && unread === 0) return null;
  return (
    <section aria-label="What is missing">
      <h3>Missing</h3>
      <ul className={styles.missing}>
        {lacks.map((lack, index) => (
          <li key={index}>
            <PlainText text={upperFirst(missingWords(lack, labelOf(lack.spanId)))} />
          </li>
        ))}
        {unread > 0 && (
          <li>
            {plural(unread, 'earlier model call was', 'earlier model calls were')} not read, because together they are
            too large: their turns are as the client sent them back.
          </li>
        )}
      </ul>
    </section>
  );
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const FORMS: readonly [form: Form, label: string][] = [
  ['json', 'JSON'],
  ['typescript', 'TypeScript'],
  ['python', 'Python'],
  ['curl', 'cURL'],
];

function Result({ data, pathOf }: { data: Conversation; pathOf: (as: Form) => string }) {
  const { preview, characters, messages, addressee } = data;
  const needs = Object.entries(addressee.needs ?? {}).map(([name, value]) => `${name} ${String(value)}`);
  // No provider accepts a request without a model.
  const needsModel = data.model === '';
  return (
    <section className={styles.result} aria-label="The request">
      <div className={styles.actions}>
        {FORMS.map(([form, label]) => (
          <Button
            key={form}
            disabled={needsModel}
            onClick={() => void copyFrom(pathOf(form), `Conversation copied as ${label}`)}
          >
            Copy {label}
          </Button>
        ))}
        <ButtonLink href={pathOf('json')} prefetch={false} download>
          <Download size={14} aria-hidden /> Download
        </ButtonLink>
        <span className={styles.size}>
          {plural(messages, 'message')}, {exactCount(characters)} characters
        </span>
      </div>
      {needsModel && <p role="status">Name the model that continues: a request is not complete without one.</p>}
      <pre className={styles.preview} tabIndex={0} aria-label="Body of the request">
        <PlainText text={preview} />
      </pre>
      {characters > preview.length && (
        <p className={styles.quiet}>
          The first {exactCount(preview.length)} of {exactCount(characters)} characters. Copy and Download have all.
        </p>
      )}
      <p className={styles.quiet}>
        Messages, system prompt and tools
        {needs.length > 0 && `, and ${needs.join(', ')}, which ${addressee.label} requires`}. Add settings such as
        temperature yourself. The programs read the key from the environment and need no package.
      </p>
    </section>
  );
}
