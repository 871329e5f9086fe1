//! Compiling: one function for each number of piles, and the memory that holds them.

use std::ptr::NonNull;

use cranelift_codegen::Context;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AbiParam, InstBuilder, MemFlagsData, UserFuncName, Value, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, default_libcall_names};
use sprague_rules::options::may_make;
use sprague_rules::{Player, Ruleset, Shape};

use crate::condition::{Conditions, Tables};
use crate::number::{Arithmetic, Num, Order};
use crate::taking::Taking;
use crate::writer::{Goal, Region, Writer};
use crate::{Query, Unsupported, Width};

/// Reads the piles, the ranks and the bits; 0 stuck, 1 no, 2 yes, or [`REFUSED`].
pub(crate) type SearchFn = unsafe extern "C" fn(*const u32, *const u64, *const u64) -> u32;
/// Reads the piles, the ranks and the nim-values, and writes the stamp, given with their number,
/// into the stamps; the mex, or [`REFUSED`].
pub(crate) type MexFn =
    unsafe extern "C" fn(*const u32, *const u64, *const u8, *mut u32, u32, u64) -> u32;

/// What the code returns for piles that are out of order or too large for the region.
pub(crate) const REFUSED: u32 = u32::MAX;

/// The code for one ruleset, player, region and query.
///
/// It is used through [`Native::bind_search`] and [`Native::bind_mex`], which check once that the
/// tables are large enough.
pub struct Native {
    /// The code for each number of piles; for a row, only for all its places.
    pub(crate) functions: Vec<Option<Code>>,
    pub(crate) region: Region,
    pub(crate) query: Query,
    /// The owner of the code's memory; taken out when it is freed.
    module: Option<JITModule>,
    /// Constant tables that the code refers to by address.
    _tables: Tables,
}

/// The address of a finished function.
#[derive(Clone, Copy)]
pub(crate) struct Code(pub(crate) NonNull<u8>);

// SAFETY: an address of code, which is never written after compilation.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}
// SAFETY: through `&Native` only the code and its constant tables can be reached, and neither is
// written after compilation. The module, which alone is not `Sync`, is not touched before `drop`.
unsafe impl Sync for Native {}

impl Drop for Native {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the addresses in `functions` are only called through references to this
            // `Native`, of which there are none left.
            unsafe { module.free_memory() };
        }
    }
}

impl Native {
    /// Compiles the options of `player` in positions with at most `places` piles of at most `max`
    /// tokens each; for a row, `places` is its length.
    ///
    /// Moves that leave a pile in several parts or replace piles are not compiled, nor are moves
    /// with so many choices of piles that the code would become too long.
    pub fn compile(
        ruleset: &Ruleset,
        player: Player,
        places: usize,
        max: u32,
        query: Query,
    ) -> Result<Native, Unsupported> {
        let row = match ruleset.shape {
            Shape::Piles { .. } => false,
            Shape::Row { places: length } if length == places => true,
            Shape::Row { places: length } => {
                let message = format!("the row has {length} places, and the region {places}");
                return Err(Unsupported(message));
            }
        };
        let region = Region { places, max, row };
        let entries = (u64::from(max) + 1).checked_mul(places as u64);
        if places == 0 || entries.is_none_or(|entries| entries >= 1 << 27) {
            return Err(Unsupported("the region has no places, or too many and too large".into()));
        }
        let moves = ruleset.moves.iter().filter(|m| may_make(m.mover, player));
        let takings = moves.map(Taking::of).collect::<Result<Vec<_>, _>>()?;
        let mut compiler = Compiler::new()?;
        let mut ids: Vec<Option<FuncId>> = vec![None; places + 1];
        let least = if row { places } else { 0 };
        // The longest function first: if the code gets too long, that shows at once.
        for (piles, id) in ids.iter_mut().enumerate().skip(least).rev() {
            *id = Some(compiler.function(&takings, region, piles, query)?);
        }
        let Compiler { mut module, tables, .. } = compiler;
        module.finalize_definitions().map_err(refused)?;
        let finished = |id: FuncId| NonNull::new(module.get_finalized_function(id).cast_mut());
        let functions = ids.into_iter().map(|id| id.and_then(finished).map(Code)).collect();
        Ok(Native { functions, region, query, module: Some(module), _tables: tables })
    }

    /// The code for a position with so many piles.
    #[inline]
    pub(crate) fn code(&self, piles: usize) -> Code {
        match self.functions.get(piles) {
            Some(Some(code)) => *code,
            _ => wrong_length(self.region.places, piles),
        }
    }
}

#[cold]
fn wrong_length(places: usize, piles: usize) -> ! {
    panic!("this is compiled for {places} places, not for {piles}")
}

fn refused(error: impl std::fmt::Display) -> Unsupported {
    Unsupported(format!("no machine code here: {error}"))
}

/// Compiles functions one after the other.
struct Compiler {
    module: JITModule,
    context: Context,
    frontend: FunctionBuilderContext,
    tables: Tables,
    sites: usize,
}

impl Compiler {
    fn new() -> Result<Compiler, Unsupported> {
        let mut flags = settings::builder();
        let verify = if cfg!(debug_assertions) { "true" } else { "false" };
        let wanted = [
            ("opt_level", "speed"),
            ("is_pic", "false"),
            ("use_colocated_libcalls", "false"),
            ("unwind_info", "false"),
            ("enable_verifier", verify),
        ];
        for (flag, value) in wanted {
            flags.set(flag, value).map_err(refused)?;
        }
        let isa = cranelift_native::builder().map_err(refused)?;
        let isa = isa.finish(settings::Flags::new(flags)).map_err(refused)?;
        let module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        let context = module.make_context();
        let frontend = FunctionBuilderContext::new();
        Ok(Compiler { module, context, frontend, tables: Tables::new(), sites: 0 })
    }

    /// Writes the function for positions with so many piles.
    fn function(
        &mut self,
        takings: &[Taking],
        region: Region,
        piles: usize,
        query: Query,
    ) -> Result<FuncId, Unsupported> {
        let mut signature = self.module.make_signature();
        let parameters: &[_] = match query {
            Query::Search => &[types::I64; 3],
            Query::Mex(_) => {
                &[types::I64, types::I64, types::I64, types::I64, types::I32, types::I64]
            }
        };
        signature.params.extend(parameters.iter().map(|&t| AbiParam::new(t)));
        signature.returns.push(AbiParam::new(types::I32));
        let id = self.module.declare_anonymous_function(&signature).map_err(refused)?;
        self.context.func.signature = signature;
        self.context.func.name = UserFuncName::user(0, id.as_u32());
        let config = self.module.target_config();

        let builder = FunctionBuilder::new(&mut self.context.func, &mut self.frontend);
        let order = Order { sorted: !region.row, rest: None };
        let conditions =
            Conditions { code: Arithmetic { builder, order }, tables: &mut self.tables };
        let mut writer = begin(conditions, region, piles, query);
        writer.sites = self.sites;
        for taking in takings {
            let next = writer.block();
            writer.write_move(taking, next)?;
            writer.go_to(next);
        }
        self.sites = writer.sites;
        end(&mut writer);
        let mut builder = writer.conditions.code.builder;
        builder.seal_all_blocks();
        builder.finalize(config);
        self.module.define_function(id, &mut self.context).map_err(refused)?;
        self.module.clear_context(&mut self.context);
        Ok(id)
    }
}

/// The entry of a function: reads the piles.
fn begin<'f, 't>(
    mut conditions: Conditions<'f, 't>,
    region: Region,
    piles: usize,
    query: Query,
) -> Writer<'f, 't> {
    let builder = &mut conditions.code.builder;
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    let arguments = builder.block_params(entry).to_vec();
    let flags = MemFlagsData::trusted().with_readonly();
    let given: Vec<Value> =
        (0..piles).map(|i| builder.ins().uload32(flags, arguments[0], 4 * i as i32)).collect();
    let max = builder.ins().iconst(types::I64, i64::from(region.max));
    // The optimizer may move a lookup of a pile's rank to where nothing has been checked yet; a
    // size that is cut off at `max` can be looked up anywhere.
    let sizes: Vec<Value> = given.iter().map(|&size| builder.ins().umin(size, max)).collect();
    refuse_unfit(builder, region, &given);
    let pile = |(i, size): (usize, Value)| Num::pile(i, size, region.row);
    let sizes = sizes.into_iter().enumerate().map(pile).collect();
    let goal = match query {
        Query::Search => {
            let any = builder.declare_var(types::I32);
            let zero = builder.ins().iconst(types::I32, 0);
            builder.def_var(any, zero);
            let found = builder.create_block();
            Goal::Search { found, any }
        }
        Query::Mex(width) => {
            Goal::Mex { width, stamps: arguments[3], stamp: arguments[4], length: arguments[5] }
        }
    };
    let (ranks, table) = (arguments[1], arguments[2]);
    Writer { conditions, region, piles: sizes, ranks, table, goal, sites: 0 }
}

/// Refuses piles that are not as the rest of the code takes them to be, before anything is looked up
/// by their size.
fn refuse_unfit(builder: &mut FunctionBuilder, region: Region, sizes: &[Value]) {
    let one = builder.ins().iconst(types::I64, 1);
    let max = builder.ins().iconst(types::I64, i64::from(region.max));
    let mut in_order: Vec<(Value, Value)> = Vec::new();
    if region.row {
        in_order.extend(sizes.iter().map(|&size| (size, max)));
    } else if !sizes.is_empty() {
        let chain: Vec<Value> =
            [one].into_iter().chain(sizes.iter().copied()).chain([max]).collect();
        in_order.extend(chain.windows(2).map(|pair| (pair[0], pair[1])));
    }
    let refused = builder.create_block();
    builder.set_cold_block(refused);
    for (a, b) in in_order {
        let fit = builder.create_block();
        let holds = builder.ins().icmp(IntCC::UnsignedLessThanOrEqual, a, b);
        builder.ins().brif(holds, fit, &[], refused, &[]);
        builder.switch_to_block(fit);
    }
    let start = builder.create_block();
    builder.ins().jump(start, &[]);
    builder.switch_to_block(refused);
    let answer = builder.ins().iconst(types::I32, i64::from(REFUSED));
    builder.ins().return_(&[answer]);
    builder.switch_to_block(start);
}

/// The end of a function: all options were visited.
fn end(writer: &mut Writer) {
    match writer.goal {
        Goal::Search { found, any } => {
            let builder = &mut writer.conditions.code.builder;
            let any = builder.use_var(any);
            builder.ins().return_(&[any]);
            builder.switch_to_block(found);
            let two = builder.ins().iconst(types::I32, 2);
            builder.ins().return_(&[two]);
        }
        Goal::Mex { width, stamps, stamp, length } => {
            let builder = &mut writer.conditions.code.builder;
            let (count, look, done) =
                (builder.create_block(), builder.create_block(), builder.create_block());
            let value = builder.append_block_param(count, types::I64);
            let zero = builder.ins().iconst(types::I64, 0);
            builder.ins().jump(count, &[zero.into()]);
            builder.switch_to_block(count);
            if width == Width::U32 {
                let inside = builder.ins().icmp(IntCC::UnsignedLessThan, value, length);
                builder.ins().brif(inside, look, &[], done, &[]);
            } else {
                // No value reaches the last stamp, so the count stops there.
                builder.ins().jump(look, &[]);
            }
            builder.switch_to_block(look);
            let place = writer.element(stamps, value, 2);
            let builder = &mut writer.conditions.code.builder;
            let mark = builder.ins().load(types::I32, MemFlagsData::trusted(), place, 0);
            let taken = builder.ins().icmp(IntCC::Equal, mark, stamp);
            let one = builder.ins().iconst(types::I64, 1);
            let following = builder.ins().iadd(value, one);
            builder.ins().brif(taken, count, &[following.into()], done, &[]);
            builder.switch_to_block(done);
            let mex = builder.ins().ireduce(types::I32, value);
            builder.ins().return_(&[mex]);
        }
    }
}
