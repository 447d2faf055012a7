'use client';
// Captures new keys. Tab and Escape keep their meaning, so that keyboard users can leave the field.
import { useRef, useState, type KeyboardEvent } from 'react';
import { TextField } from '../../components/controls/Field.tsx';
import { SEQUENCE_MILLISECONDS } from '../../lib/keyboard/KeyboardProvider.tsx';
import { isComposing, isModifier, pressName } from '../../lib/keyboard/match.ts';
import { continued, problemOf, type WayProblem } from '../../lib/keyboard/ways.ts';

const PROBLEMS: Readonly<Record<WayProblem, string>> = {
  unusable: 'That key cannot be used here. Press another one.',
  browser: 'Those keys belong to the browser. Press others.',
};

interface PressBoxProps {
  /** `before`: the shorter shortcut that was reported a moment ago and is the beginning of this one. */
  onPress: (way: string, before: string | undefined) => void;
}

export function PressBox({ onPress }: PressBoxProps) {
  const last = useRef<{ way: string; at: number }>(undefined);
  const [problem, setProblem] = useState<WayProblem>();
  const onKeyDown = (event: KeyboardEvent) => {
    const { nativeEvent } = event;
    if (isComposing(nativeEvent) || isModifier(event.key) || event.key === 'Tab' || event.key === 'Escape') return;
    event.preventDefault();
    if (nativeEvent.repeat) return;
    const isSoon = last.current !== undefined && event.timeStamp - last.current.at < SEQUENCE_MILLISECONDS;
    const before = isSoon ? last.current?.way : undefined;
    const way = continued(before, pressName(nativeEvent));
    const found = problemOf(way);
    setProblem(found);
    last.current = found ? undefined : { way, at: event.timeStamp };
    if (!found) onPress(way, before !== undefined && way.startsWith(`${before} `) ? before : undefined);
  };
  return (
    <TextField
      label="Press the new keys"
      readOnly
      autoFocus
      value=""
      placeholder="One key, or two one after the other"
      onKeyDown={onKeyDown}
      note={<span role="status">{problem ? PROBLEMS[problem] : 'Tab moves on, Escape closes.'}</span>}
    />
  );
}
