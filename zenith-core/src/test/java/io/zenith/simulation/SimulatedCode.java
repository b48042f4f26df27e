package io.zenith.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/// Loads Zenith's classes once more, so that a [Simulation] sees where tasks may meet: monitors and
/// locks become simulated ones, and another task may go on before each access to a volatile field
/// or an atomic variable. So the code is tested as it is, and needs no seams for it.
///
/// It can leave calls out, to plant the bugs that a simulation must find.
public final class SimulatedCode extends ClassLoader {
  private static final ClassDesc SIMULATION = desc(Simulation.class);
  private static final MethodTypeDesc OF_OBJECT =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);
  private static final ClassDesc LOCK = desc(ReentrantLock.class);
  private static final ClassDesc SIMULATED_LOCK = desc(SimulatedLock.class);

  /// What a monitor that is left out is called.
  public static final String MONITOR = "monitor";

  private static final String PIPELINE = "io.zenith.internal.pipeline";

  /// The books, which call nobody, and what belongs to the simulation.
  private static final Set<String> PLAIN =
      Set.of(PIPELINE + ".Ledger", PIPELINE + ".SimulatedTasks");

  private final BiPredicate<String, String> leftOut;
  private final ClassFile classes =
      ClassFile.of(
          ClassFile.ClassHierarchyResolverOption.of(
              ClassHierarchyResolver.ofResourceParsing(SimulatedCode.class.getClassLoader())
                  .orElse(ClassHierarchyResolver.ofClassLoading(getPlatformClassLoader()))
                  .cached()));

  static {
    registerAsParallelCapable();
  }

  /// The code, as it is but for some calls.
  ///
  /// @param leftOut says of a class and a method whether its call of a void method is left out:
  ///   `Ring.put`, `Condition.signalAll`
  public SimulatedCode(BiPredicate<String, String> leftOut) {
    super(SimulatedCode.class.getClassLoader());
    this.leftOut = leftOut;
    setDefaultAssertionStatus(true);
  }

  private static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("io.zenith.") || name.startsWith("io.zenith.simulation.")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known != null ? known : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] code = file.readAllBytes();
      byte[] simulated = PLAIN.contains(name) ? code : simulated(classes.parse(code));
      return defineClass(name, simulated, 0, simulated.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] simulated(ClassModel model) {
    boolean all = model.thisClass().asSymbol().packageName().equals(PIPELINE);
    Set<String> shared =
        model.fields().stream()
            .filter(field -> isShared(field, all))
            .map(field -> field.fieldName().stringValue())
            .collect(Collectors.toSet());
    return classes.transformClass(
        model, (builder, element) -> transform(model, shared, builder, element));
  }

  /// What many threads use is volatile, or guarded by what may be forgotten.
  private static boolean isShared(FieldModel field, boolean all) {
    return all ? !field.flags().has(AccessFlag.FINAL) : field.flags().has(AccessFlag.VOLATILE);
  }

  private void transform(
      ClassModel model, Set<String> shared, ClassBuilder builder, ClassElement element) {
    if (!(element instanceof MethodModel method) || method.code().isEmpty()) {
      builder.with(element);
      return;
    }
    String caller = simpleName(model.thisClass().asSymbol()) + "." + method.methodName();
    CodeTransform code = (to, instruction) -> point(caller, model, shared, to, instruction);
    if (method.flags().has(AccessFlag.SYNCHRONIZED) && !leftOut.test(caller, MONITOR)) {
      code = code.andThen(new Guarded(model, method.flags().has(AccessFlag.STATIC)));
    }
    if (method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME)) {
      code = code.andThen(new Initializer());
    }
    CodeTransform all = code;
    builder.withMethod(
        method.methodName(),
        method.methodType(),
        method.flags().flagsMask() & ~ClassFile.ACC_SYNCHRONIZED,
        to ->
            method.forEach(part -> {
              if (part instanceof CodeModel body) {
                to.transformCode(body, all);
              } else if (!(part instanceof AccessFlags)) {
                to.with(part);
              }
            }));
  }

  private void point(
      String caller,
      ClassModel model,
      Set<String> shared,
      CodeBuilder to,
      CodeElement instruction) {
    switch (instruction) {
      case MonitorInstruction _ when leftOut.test(caller, MONITOR) -> to.pop();
      case MonitorInstruction monitor ->
          call(to, monitor.opcode() == Opcode.MONITORENTER ? "enter" : "exit", OF_OBJECT);
      case NewObjectInstruction lock when lock.className().asSymbol().equals(LOCK) ->
          to.new_(SIMULATED_LOCK);
      case InvokeInstruction invoke
          when invoke.name().equalsString(ConstantDescs.INIT_NAME)
              && invoke.owner().asSymbol().equals(LOCK) ->
          to.invokespecial(SIMULATED_LOCK, ConstantDescs.INIT_NAME, invoke.typeSymbol());
      case FieldInstruction field
          when field.owner().equals(model.thisClass())
              && shared.contains(field.name().stringValue()) -> {
        call(to, "point", ConstantDescs.MTD_void);
        to.with(field);
      }
      case InvokeInstruction invoke
          when invoke.owner().asInternalName().startsWith("java/util/concurrent/atomic/") -> {
        call(to, "point", ConstantDescs.MTD_void);
        to.with(invoke);
      }
      case InvokeInstruction invoke
          when leftOut.test(caller, simpleName(invoke.owner().asSymbol()) + "." + invoke.name()) ->
          leaveOut(to, invoke);
      default -> to.with(instruction);
    }
  }

  private static String simpleName(ClassDesc type) {
    return type.displayName();
  }

  private static void call(CodeBuilder to, String method, MethodTypeDesc type) {
    to.invokestatic(SIMULATION, method, type);
  }

  /// Takes the arguments from the stack.
  private static void leaveOut(CodeBuilder to, InvokeInstruction invoke) {
    for (ClassDesc parameter : invoke.typeSymbol().parameterList().reversed()) {
      if (TypeKind.from(parameter).slotSize() == 2) {
        to.pop2();
      } else {
        to.pop();
      }
    }
    if (invoke.opcode() != Opcode.INVOKESTATIC) {
      to.pop();
    }
  }

  /// A static initializer.
  private static final class Initializer implements CodeTransform {
    @Override
    public void atStart(CodeBuilder to) {
      call(to, "initializing", ConstantDescs.MTD_void);
    }

    @Override
    public void accept(CodeBuilder to, CodeElement instruction) {
      if (instruction instanceof ReturnInstruction) {
        call(to, "initialized", ConstantDescs.MTD_void);
      }
      to.with(instruction);
    }
  }

  /// A method that is synchronized.
  private static final class Guarded implements CodeTransform {
    private final ClassModel model;
    private final boolean isStatic;
    private Label begin;
    private Label end;

    private Guarded(ClassModel model, boolean isStatic) {
      this.model = model;
      this.isStatic = isStatic;
    }

    private void call(CodeBuilder to, String method) {
      if (isStatic) {
        to.loadConstant(model.thisClass().asSymbol());
      } else {
        to.aload(0);
      }
      SimulatedCode.call(to, method, OF_OBJECT);
    }

    @Override
    public void atStart(CodeBuilder to) {
      begin = to.newLabel();
      end = to.newLabel();
      call(to, "enter");
      to.labelBinding(begin);
    }

    @Override
    public void accept(CodeBuilder to, CodeElement instruction) {
      if (instruction instanceof ReturnInstruction) {
        call(to, "exit");
      }
      to.with(instruction);
    }

    @Override
    public void atEnd(CodeBuilder to) {
      to.labelBinding(end);
      Label handler = to.newBoundLabel();
      call(to, "exit");
      to.athrow();
      to.exceptionCatchAll(begin, end, handler);
    }
  }
}
