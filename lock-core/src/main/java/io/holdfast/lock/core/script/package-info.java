/**
 * Lua scripts as resources. The door is {@link io.holdfast.lock.core.script.LuaScript}; any thread.
 */
@NullMarked
package io.holdfast.lock.core.script;

import org.jspecify.annotations.NullMarked;
