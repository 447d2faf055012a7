'use client';
// A key that was just created, with what to do with it. It is shown once.
import { CopyLine } from '../../components/controls/CopyLine.tsx';
import { ShownOnce } from '../../components/settings/ShownOnce.tsx';

interface NewKeyProps {
  apiKey: string;
  scopes: readonly string[];
  ingestUrl: string;
  onClose: () => void;
}

export function NewKey({ apiKey, scopes, ingestUrl, onClose }: NewKeyProps) {
  return (
    <ShownOnce title="Your new key" made="Key created." done="I stored it" onClose={onClose}>
      <CopyLine name="the key" text={apiKey} />
      {scopes.includes('ingest') && (
        <>
          <p>Endpoint for OTLP</p>
          <CopyLine name="the endpoint" text={`${ingestUrl}/v1/traces`} />
        </>
      )}
      {scopes.some((scope) => scope === 'read' || scope === 'figures') && (
        <>
          <p>Costs of the last 30 days, by model</p>
          <CopyLine
            name="the command"
            text={`curl -H "Authorization: Bearer ${apiKey}" "${window.location.origin}/api/v1/costs"`}
          />
        </>
      )}
      {scopes.includes('scores') && (
        <>
          <p>Score a trace</p>
          <CopyLine
            name="the score command"
            text={`curl -H "Authorization: Bearer ${apiKey}" "${window.location.origin}/api/v1/scores" -d '{"trace_id": "<trace id>", "name": "quality", "number": 0.9}'`}
          />
        </>
      )}
    </ShownOnce>
  );
}
