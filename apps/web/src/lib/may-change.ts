'use client';
// Whether who looks may change the project on the screen; else a screen says so where its buttons would be (roles.ts).
import { createContext, useContext } from 'react';

const MayChangeContext = createContext(false);

export const MayChangeProvider = MayChangeContext.Provider;

export const useMayChange = (): boolean => useContext(MayChangeContext);
