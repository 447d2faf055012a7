'use client';
// Where new keys are pressed. Tab and Escape stay what they are: the way on and the way out.
import { useRef, useState, type KeyboardEvent } from 'react';
import { TextField } from '../../components/Field.tsx';
import { SEQUENCE_MILLISECONDS } from '../../lib/keyboard/KeyboardProvider.tsx';
import { isComposing, isModifier, pressName } from '../../lib/keyboard/match.ts';
import { continued, problemOf, type WayProblem } from '../../lib/keyboard/ways.ts';

const PROBLEMS: Readonly<Record<WayProblem, string>> = {
  unusable: 'That key cannot be used here. Press another one.',
  browser: 'Those keys belong to the browser. Press others.',
};

interface PressBoxProps {
  /** `before`: the shorter way that was told a moment ago and that this one continues. */
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
      note={<span role="status">{problem ? PROBLEMS[problem] : 'Tab goes on, Escape closes.'}</span>}
    />
  );
}
